"""The senses: cameras, switches, keys and the electronic die, each real and virtual."""
