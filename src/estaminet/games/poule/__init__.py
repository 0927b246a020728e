"""La Poule aux œufs d'or: stalls on a market square between buyers and rogues."""
