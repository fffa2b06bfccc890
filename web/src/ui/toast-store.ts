/** 'problem' interrupts a screen reader (role="alert"); the others wait for their turn (role="status"). */
export type Tone = 'problem' | 'success' | 'plain'
/** `mark` stands before the text in place of the tone's sign, where the specification says which. */
export type Toast = { id: number; tone: Tone; text: string; mark: string | undefined }

const SHOWN_MAX = 3
const SHOWN_MS = 6_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(tone: Tone, text: string, mark?: string): number {
  const same = toasts.find((shown) => shown.tone === tone && shown.text === text)
  if (same) dismiss(same.id)
  const id = ++lastId
  change([...toasts, { id, tone, text, mark }].slice(-SHOWN_MAX))
  if (tone !== 'problem') setTimeout(() => dismiss(id), SHOWN_MS)
  return id
}

function dismiss(id: number): void {
  change(toasts.filter((shown) => shown.id !== id))
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** The spec's alerts (decision 4), each answering its id. Problems stay until they are dismissed, the rest goes by itself. Only in the browser. */
export const toast = {
  problem: (text: string, mark?: string) => show('problem', text, mark),
  success: (text: string, mark?: string) => show('success', text, mark),
  info: (text: string) => show('plain', text),
  dismiss,
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentToasts = (): readonly Toast[] => toasts
