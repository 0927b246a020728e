"""What stands in a page in the place of packages that are not there: see `estaminet.site.bundle`. Not for use here."""
