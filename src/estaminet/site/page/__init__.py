"""Replacements for packages that a page does not have: see `estaminet.site.bundle`. Not for use here."""
