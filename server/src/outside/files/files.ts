/**
 * The storage of pictures: a folder or a bucket. Names are those of contract/pictures.ts, or the same with .avif.
 * rule: picture-storage-owner
 */
export interface Files {
  /** Stores bytes under a name, completely or not at all, and durably once it returns. An existing file is replaced. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Stores local files in the same way. It may move them. */
  putFromDisk(files: readonly { name: string; path: string }[]): Promise<void>
  /** The bytes of a file; undefined if it does not exist. */
  read(name: string): Promise<Uint8Array | undefined>
  has(name: string): Promise<boolean>
  /** All files, unfinished ones included, with the time of their last change. */
  list(): AsyncIterable<{ name: string; changedAt: Date }>
  /** Harmless when the file does not exist. */
  remove(name: string): Promise<void>
  /** The text of a file beside the pictures; undefined if there is none. */
  readMarker(file: MarkerFile): Promise<string | undefined>
  writeMarker(text: string, file: MarkerFile): Promise<void>
  /** The names of all notes of deletions. rule: deletion-notes */
  listNotes(): AsyncIterable<string>
  /** Stores an empty file, durably once it returns. May be repeated. */
  writeNote(name: string): Promise<void>
  /** Harmless when the note does not exist. */
  removeNote(name: string): Promise<void>
  /** Built files of the web app, with the time of their last change. rule: graceful-shutdown */
  listWebFiles(): AsyncIterable<{ name: string; changedAt: Date }>
  readWebFile(name: string): Promise<Uint8Array | undefined>
  /** Completely or not at all, but not durably. An existing file is replaced. */
  writeWebFile(name: string, bytes: Uint8Array): Promise<void>
  /** Harmless when the file does not exist. */
  removeWebFile(name: string): Promise<void>
}

/** Says to which database the pictures belong. rule: picture-storage-owner */
export const OWNER_FILE = 'lustra-installation'
/** Has the id of this storage, however its address is written. rule: settings */
export const STORAGE_FILE = 'lustra-storage'
export type MarkerFile = typeof OWNER_FILE | typeof STORAGE_FILE

/** The name of a stored file. The first group is its picture: '{hex}', or that with a prefix. */
export const STORED_FILE =
  /^((?:private-|pair-|review-)?[0-9a-f]{32})(?:-(?:240|640))?\.(?:webp|avif)$/

/** A note that an account was deleted: on which day, and its id. rule: deletion-notes */
export const DELETION_NOTE =
  /^deleted-(\d{4}-\d{2}-\d{2})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A built file of the web app, in the folder `web` beside the pictures. */
export const WEB_FILE = /^(?:operator-)?assets-[\w-][\w.-]{0,99}$/
export const WEB_FOLDER = 'web'

/** Throws for a name of another form, before it becomes a path or a key. */
export function checkWebFile(name: string): void {
  if (!WEB_FILE.test(name)) throw new Error('not the name of a built file')
}

/** Throws for a name of another form, before it becomes a path or a key. */
export function checkNote(name: string): void {
  if (!DELETION_NOTE.test(name)) throw new Error('not the name of a note')
}

/** Throws for any other name, before it becomes a path or a key. */
export function checkName(name: string): void {
  if (!STORED_FILE.test(name)) throw new Error('not the name of a picture')
}
