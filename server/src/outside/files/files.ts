/** Where pictures lie: the data folder, or later a bucket. Names are those of contract/pictures.ts. */
export interface Files {
  /** Keeps bytes under a name, whole or not at all; the same name again replaces them. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes of a name; undefined if there are none. */
  read(name: string): Promise<Uint8Array | undefined>
  has(name: string): Promise<boolean>
}
