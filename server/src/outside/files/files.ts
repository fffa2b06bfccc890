/** Where pictures lie: a folder, or a bucket. Names are those of contract/pictures.ts, or the same with .avif. */
export interface Files {
  /** Keeps bytes under a name, whole or not at all, and safely when it has answered; the same name again replaces them. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Keeps the same way what lies in files of this machine, safely written: each whole or not at all. The files are ours to move. */
  putFromDisk(files: readonly { name: string; path: string }[]): Promise<void>
  /** The bytes of a name; undefined if there are none. */
  read(name: string): Promise<Uint8Array | undefined>
  has(name: string): Promise<boolean>
  /** What is kept, what was left unfinished included, with the moment of its last change. */
  list(): AsyncIterable<{ name: string; changedAt: Date }>
  /** Harmless when it is gone already. */
  remove(name: string): Promise<void>
}

/** The names of what is kept: the picture it belongs to ('{hex}' or 'private-{hex}') comes first. */
export const STORED_FILE = /^((?:private-)?[0-9a-f]{32})(?:-(?:240|640))?\.(?:webp|avif)$/

/** Refuses a name that is not a picture's, before it becomes a path or a key. */
export function checkName(name: string): void {
  if (!STORED_FILE.test(name)) throw new Error('not the name of a picture')
}
