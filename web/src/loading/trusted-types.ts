/** The service worker, and the thread that solves a challenge. */
const WORKER = /^\/(?:service-worker|(?:operator\/)?assets\/challenge-worker-[\w-]+)\.js$/
/** Markup that no drawing has: an element that is not part of a picture, or an event handler. */
const FOREIGN = /<(?!\/?(?:svg|g|path|circle|ellipse|rect|text|clipPath|defs)\b)|\son/i

type Rules = Record<'createHTML' | 'createScriptURL', (text: string) => string | null>
type Browser = { trustedTypes?: { createPolicy(name: 'default', rules: Rules): unknown } }

/**
 * Which texts become markup, and which addresses a worker; null: none, and the browser throws.
 */
export const trustedTexts = (origin: string): Rules => ({
  createHTML: (text) => (text.startsWith('<svg') && !FOREIGN.test(text) ? text : null),
  createScriptURL(text) {
    const url = new URL(text, origin)
    return url.origin === origin && WORKER.test(url.pathname) ? text : null
  },
})

// Loaded first: what was created before would be under no policy.
const { trustedTypes } = globalThis as Browser
trustedTypes?.createPolicy('default', trustedTexts(location.origin))
