extension ImageCache {
  /// What the interpreter is to do, in the order given.
  public indirect enum Effect: Equatable, Sendable {
    /// Read the image; answer with `foundInStorage`, or `missingInStorage` if it can't be had.
    case loadFromStorage(String)
    /// Fetch the image, with `If-None-Match` if there is a validator; answer with `fetched`,
    /// `notModified` or `failed`.
    case fetch(String, validator: String?)
    /// Abort the fetch, and report nothing more of it.
    case cancelFetch(String)
    /// Show the blob of the URL; if another version is shown, replace it.
    case show(String, RequesterID)
    /// Show that the image could not be had.
    case showFailure(RequesterID)
    /// Write the bytes just fetched to storage; answer only if that fails, with `storageFailed`.
    case save(String)
    /// Delete from storage.
    case remove([String])
    /// Drop the blobs. None of them is on screen.
    case releaseMemory([String])
    /// The index changed: write `storedEntries`, at leisure.
    case saveIndex
  }
}
