print("game-over")
