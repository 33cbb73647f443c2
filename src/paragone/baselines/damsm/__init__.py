"""DAMSM (Xu et al., 2018): words and image regions in one space; AttnGAN's matching loss and R-precision's encoder."""
