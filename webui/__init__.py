"""Pages, JSON and pictures in the browser: no vision and no SQL, only what the house hands over."""
