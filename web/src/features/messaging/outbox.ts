import type { RefusalCode } from '#contract/refusals.ts'
import { userStorage } from '#web/session/user-storage.ts'
import { deleteUserFile, saveUserFile, readUserFile } from '#web/session/user-files.ts'
import { randomKey } from '#web/api/random-key.ts'

/** A message on its way, kept until the server has it. */
export type Outgoing = {
  /** Its Idempotency-Key: sent again it is written once (decision 40). */
  key: string
  to: string
  text: string
  /** When it was written, ISO 8601. */
  at: string
  /** The server said no; it waits for its sender. */
  refused?: RefusalCode
  /** Names the photo that goes with it among the kept files. */
  photo?: string
  /** The photo itself, as soon as it is in this page. */
  picture?: Blob
  /** This browser no longer has the photo: its sender is asked for it again. */
  lost?: true
}

type Outbox = {
  outgoing: readonly Outgoing[]
  /** The one that is being sent now, and how much of its photo has gone, from 0 to 1. */
  sending: { key: string; sent: number } | undefined
}

/** In which another tab has put a photo into the browser's keeping. */
const KEEPING_MS = 1000

const EMPTY: Outbox = { outgoing: [], sending: undefined }
const listeners = new Set<() => void>()
let box = EMPTY
let owner: string | undefined

const kept = (userId: string) => userStorage<{ outgoing: Outgoing[] }>(userId, 'outbox', 'browser')

/** What one person has written and the server has not yet; kept in this browser, gone with her logout. */
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
    const message = { key: randomKey(), to, text, at: new Date().toISOString() }
    keep([...box.outgoing, picture ? withPhoto(message, picture) : message])
  },
  /** The oldest that nobody has refused and that lacks nothing. */
  next: (): Outgoing | undefined => {
    const first = box.outgoing.find(({ refused, lost }) => !refused && !lost)
    return first && (!first.photo || first.picture) ? first : undefined
  },
  sending(sending: Outbox['sending']): void {
    change({ ...box, sending })
  },
  /** The server said no: another try is another intent, unless it did not say what came of this one. */
  refuse(key: string, refused: RefusalCode, written: 'no' | 'unknown'): void {
    keep(
      box.outgoing.map((message) =>
        message.key === key
          ? { ...message, refused, key: written === 'no' ? randomKey() : key }
          : message,
      ),
    )
  },
  /** Puts one back in line that was refused, or whose photo was lost, with the photo if it was chosen again. */
  retry(key: string, picture?: Blob): void {
    keep(
      box.outgoing.map((message) => {
        if (message.key !== key) return message
        const { refused: _, lost: __, ...again } = message
        return picture ? { ...withPhoto(again, picture), key: randomKey() } : again
      }),
    )
  },
  /** Its photo cannot be read any more: the words stay. */
  lose(key: string): void {
    change({
      ...box,
      outgoing: box.outgoing.map((one) => (one.key === key ? withoutPhoto(one) : one)),
    })
  },
  remove(key: string): void {
    const gone = box.outgoing.find((message) => message.key === key)
    if (owner && gone?.photo) void deleteUserFile(owner, gone.photo)
    keep(box.outgoing.filter((message) => message !== gone))
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
  const here = owner === userId ? box.outgoing : []
  owner = userId
  const known = kept(userId).read().outgoing ?? []
  const outgoing = known.map((message) => {
    const picture = here.find(({ photo }) => photo && photo === message.photo)?.picture
    return picture ? { ...message, picture } : message
  })
  change({ ...box, outgoing })
  for (const message of outgoing) if (message.photo && !message.picture) void fetchPhoto(message)
}

/** Looks among the kept files for a photo that is not in this page. */
async function fetchPhoto({ photo = '' }: Outgoing): Promise<void> {
  const asker = owner
  const look = async () => (asker === undefined ? undefined : readUserFile(asker, photo))
  const wait = () => new Promise((resolve) => setTimeout(resolve, KEEPING_MS))
  const picture = (await look()) ?? (await wait().then(look))
  if (owner !== asker) return
  const found = (one: Outgoing) => (picture ? { ...one, picture } : withoutPhoto(one))
  const isIt = (one: Outgoing) => one.photo === photo && !one.picture
  change({ ...box, outgoing: box.outgoing.map((one) => (isIt(one) ? found(one) : one)) })
}

/** With a photo, which is kept from now on, if the browser keeps any. */
function withPhoto(message: Outgoing, picture: Blob): Outgoing {
  const photo = randomKey()
  if (owner) void saveUserFile(owner, photo, picture).catch(() => {})
  return { ...message, photo, picture }
}

function withoutPhoto(message: Outgoing): Outgoing {
  return { ...written(message), lost: true }
}

/** As it is written into the browser's keeping. */
function written(message: Outgoing): Outgoing {
  const { picture: _, lost: __, ...words } = message
  return words
}

function keep(outgoing: readonly Outgoing[]): void {
  change({ ...box, outgoing })
  if (owner) kept(owner).write({ outgoing: outgoing.map(written) })
}

function change(next: Outbox): void {
  box = next
  for (const listener of listeners) listener()
}
