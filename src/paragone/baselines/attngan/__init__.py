"""AttnGAN (Xu et al., 2018), AttnGAN++ and TISE's counter model (Dinh et al., 2022), full size and for a CPU."""
