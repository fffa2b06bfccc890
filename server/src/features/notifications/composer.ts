import type { Notice, Reader } from './notice.queries.ts'

/** What a notice says, in its reader's language. */
export type NoticeText = {
  title: string
  sentence: string
  /** Label and value, for the letter. */
  facts: readonly (readonly [string, string])[]
  /** Where it leads: an address of ours, beginning with '/'. */
  button: { label: string; path: string }
  /** The client's request that this asks the reader to answer. */
  request?: { id: string; expires_at: Date }
  /** Stands small at the letter's end. */
  note?: string
}

/** Composes a notice of one topic; undefined when there is nothing to say to this reader any more. */
export type Composer = (notice: Notice, reader: Reader) => NoticeText | undefined
