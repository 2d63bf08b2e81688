"""How a turn runs: started, recorded, paused, resumed, recovered."""
