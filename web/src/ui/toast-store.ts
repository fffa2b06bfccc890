/** 'problem' interrupts a screen reader (role="alert"); the others do not (role="status"). */
export type Tone = 'problem' | 'success' | 'plain'
/** `mark` replaces the icon before the text. */
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

/**
 * Shows a toast and returns its id. Problems stay until dismissed, others disappear. Only in the browser. rule: toasts
 */
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
