"""Gender: is somebody translated as a man, a woman, or neither, as the source says?"""
