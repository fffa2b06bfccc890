import type { RefusalCode } from '#contract/refusals.ts'
import { keptFor } from './kept.ts'
import { newKey } from './new-key.ts'

/** A message on its way, kept until the house has it. */
export type Outgoing = {
  /** Its Idempotency-Key: sent again it is written once (decision 40). */
  key: string
  to: string
  text: string
  /** When it was written, ISO 8601. */
  at: string
  /** The house said no; it waits for its sender. */
  refused?: RefusalCode
  /** A photo lives in this page only. */
  picture?: Blob
}

type Outbox = {
  outgoing: readonly Outgoing[]
  /** The one that is being sent now, and how much of its photo has gone, from 0 to 1. */
  sending: { key: string; sent: number } | undefined
}

const EMPTY: Outbox = { outgoing: [], sending: undefined }
const listeners = new Set<() => void>()
let box = EMPTY
let owner: string | undefined

const kept = (userId: string) => keptFor<{ outgoing: Outgoing[] }>(userId, 'outbox', 'browser')

/** What one person has written and the house has not yet; kept in this browser, gone with her logout. */
export const outbox = {
  /** Begins with what is kept of hers; what somebody else left is not shown. */
  open(userId: string): void {
    if (owner !== userId) show(userId)
  },
  close(): void {
    owner = undefined
    change(EMPTY)
  },
  current: (): Outbox => box,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  add(to: string, text: string, picture?: Blob): void {
    const message = { key: newKey(), to, text, at: new Date().toISOString() }
    keep([...box.outgoing, picture ? { ...message, picture } : message])
  },
  /** The oldest that nobody has refused. */
  next: (): Outgoing | undefined => box.outgoing.find(({ refused }) => !refused),
  sending(sending: Outbox['sending']): void {
    change({ ...box, sending })
  },
  /** The house said no: another try is another intent, unless it did not say what came of this one. */
  refuse(key: string, refused: RefusalCode, written: 'no' | 'unknown'): void {
    keep(
      box.outgoing.map((message) =>
        message.key === key
          ? { ...message, refused, key: written === 'no' ? newKey() : key }
          : message,
      ),
    )
  },
  /** Puts a refused one back in line. */
  retry(key: string): void {
    keep(
      box.outgoing.map((message) => {
        const { refused: _, ...again } = message
        return message.key === key ? again : message
      }),
    )
  },
  remove(key: string): void {
    keep(box.outgoing.filter((message) => message.key !== key))
  },
}

/** Another tab of hers changed what is kept. */
export function followOtherTabs(userId: string): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key.endsWith('.outbox')) show(userId)
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function show(userId: string): void {
  const here = owner === userId ? box.outgoing.filter(({ picture }) => picture) : []
  owner = userId
  change({ ...box, outgoing: [...(kept(userId).read().outgoing ?? []), ...here] })
}

function keep(outgoing: readonly Outgoing[]): void {
  change({ ...box, outgoing })
  if (owner) kept(owner).write({ outgoing: outgoing.filter(({ picture }) => !picture) })
}

function change(next: Outbox): void {
  box = next
  for (const listener of listeners) listener()
}
