/** 'problem' interrupts a screen reader (role="alert"); the others do not (role="status"). */
export type Tone = 'problem' | 'success' | 'plain'
export type Toast = {
  id: number
  tone: Tone
  text: string
  /** A line of its own above the text. */
  title?: string | undefined
  /** Replaces the icon before the text. */
  mark?: string | undefined
}

const SHOWN_MAX = 3
const SHOWN_MS = 3_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(content: Omit<Toast, 'id'>): number {
  const same = toasts.find(({ tone, text }) => tone === content.tone && text === content.text)
  if (same) dismiss(same.id)
  const id = ++lastId
  change([...toasts, { id, ...content }].slice(-SHOWN_MAX))
  return id
}

function showBriefly(content: Omit<Toast, 'id'>): number {
  const id = show(content)
  setTimeout(() => dismiss(id), SHOWN_MS)
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
 * Shows a toast and returns its id. A problem and a `lasting` toast stay until dismissed, the others disappear. Only in
 * the browser. rule: toasts
 */
export const toast = {
  problem: (text: string, mark?: string) => show({ tone: 'problem', text, mark }),
  success: (text: string, mark?: string) => showBriefly({ tone: 'success', text, mark }),
  info: (text: string) => showBriefly({ tone: 'plain', text }),
  lasting: (tone: Tone, text: string, title?: string) => show({ tone, text, title }),
  dismiss,
}

/** Returns how to unsubscribe, which tells whether it did. */
export function subscribeToToasts(listener: () => void): () => boolean {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentToasts = (): readonly Toast[] => toasts
