import { addressIn, languageInAddress } from '#contract/people/preferred-language.ts'
import { PRODUCT_NAME, SHARE_PICTURE, LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { LOCALES } from '#contract/formats.ts'
import type { PageState } from '#web/router/page-state.ts'
import { fullTitle } from '#web/router/view.ts'
import type { Head } from '#web/router/view.ts'

/** Vite's manifest of the browser's bundle, in web/dist/client/.vite. */
export type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>

type DocumentParts = {
  head: Head
  html: string
  state: PageState
  chunks: string[]
  manifest: Manifest
  /** The code of the inline script (start-script.ts), as the build wrote it. */
  startScript: string
  /** Scheme and host, for the addresses that other sites read. */
  origin: string
}

/** The browser's entry, in the build's manifest. The code of the home page is part of it. */
export const CLIENT_ENTRY = 'web/src/entries/entry-client.tsx'
const OFFLINE_PAGE_FILE = 'web/src/shell/offline/offline-page.ts'
const FIRST_FONTS = ['figtree-latin-wght-normal', 'bricolage-grotesque-latin-700-normal']

/** The complete HTML of a page. Inline are only data and the start script. */
export function renderDocument({
  head,
  html,
  state,
  chunks,
  manifest,
  startScript,
  origin,
}: DocumentParts): string {
  const { canonical, alternates = [] } = pageAddresses(origin, state.url, head) ?? {}

  return [
    ...headStart(state.language, fullTitle(head.title), manifest),
    // A header that is painted while it is read moves as its last links arrive.
    '<link rel="expect" href="#site-header" blocking="render">',
    canonical
      ? `<link rel="canonical" href="${escaped(canonical)}">`
      : '<meta name="robots" content="noindex">',
    ...alternates.map(
      ({ language, address }) =>
        `<link rel="alternate" hreflang="${language}" href="${escaped(address)}">`,
    ),
    meta('name', 'description', head.description),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', LOCALES[state.language].replace('-', '_')),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', canonical),
    ...(canonical ? shareTags(origin, state.language, head) : []),
    head.about && canonical
      ? dataScript('application/ld+json', subject(origin, canonical, head))
      : '',
    `</head><body><div id="root">${html}</div>`,
    dataScript('application/json', state, ' id="state"'),
    startTag(startScript, scriptsOf(manifest, [CLIENT_ENTRY, ...chunks]), state.body === 'pending'),
    '</body></html>',
  ].join('')
}

/**
 * The page for use offline, which the service worker stores. The app fills it with stored data
 * (web/src/shell/offline/offline-page.ts).
 */
export function renderOfflineDocument(manifest: Manifest, startScript: string): string {
  return [
    ...headStart('en', PRODUCT_NAME, manifest),
    '<meta name="robots" content="noindex">',
    '</head><body><div id="root"></div>',
    startTag(startScript, scriptsOf(manifest, [CLIENT_ENTRY, OFFLINE_PAGE_FILE]), true),
    '</body></html>',
  ].join('')
}

/** The start of every page: fonts, styles, icons and the manifest of the app. rule: first-view */
function headStart(language: string, title: string, manifest: Manifest): string[] {
  const built = Object.values(manifest).map((chunk) => chunk.file)
  const styles = built.filter((asset) => asset.endsWith('.css'))
  const fonts = built.filter((asset) => FIRST_FONTS.some((font) => asset.includes(font)))
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<title>${escaped(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#FBFAF6">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0D1713">',
    ...fonts.map(
      (font) => `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...styles.map((style) => `<link rel="stylesheet" href="/${style}">`),
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  ]
}

/** The inline script with the scripts that it loads, the app first: after the first paint, or at once. */
function startTag(startScript: string, scripts: readonly string[], now: boolean): string {
  const addresses = scripts.map((script) => `/${script}`).join(' ')
  return `<script data-scripts="${addresses}"${now ? ' data-now' : ''}>${startScript}</script>`
}

/** The files of these chunks and of all chunks that they import, each once. */
function scriptsOf(
  manifest: Manifest,
  keys: readonly string[],
  seen = new Set<string>(),
): string[] {
  return keys.flatMap((key) => {
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
    if (!chunk || seen.has(key)) return []
    seen.add(key)
    return [chunk.file, ...scriptsOf(manifest, chunk.imports ?? [], seen)]
  })
}

/** The picture that other sites show of this page. */
function shareTags(origin: string, language: Language, { shared, title }: Head): string[] {
  const { address, width, height } = SHARE_PICTURE
  const path = shared ? addressIn(shared.address, language) : address
  return [
    meta('property', 'og:image', origin + path),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', String(width)),
    meta('property', 'og:image:height', String(height)),
    meta('property', 'og:image:alt', shared?.alt ?? title),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}

/** The subject of the page for search engines, as JSON-LD. */
function subject(origin: string, url: string, { about, image, description }: Head) {
  return withFullAddresses(origin, {
    '@context': 'https://schema.org',
    url,
    ...(image ? { image } : {}),
    ...(description ? { description } : {}),
    ...(about === 'website' ? WEBSITE : about),
  })
}

/** Lustra as a website: its publisher and its search. */
const WEBSITE = {
  '@type': 'WebSite',
  name: PRODUCT_NAME,
  publisher: { '@type': 'Organization', name: PRODUCT_NAME, url: '/', logo: '/icon-512.png' },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: '/search?zip_code={zip_code}' },
    'query-input': 'required name=zip_code',
  },
}

/** Adds the origin to paths: search engines do not resolve addresses in data. */
function withFullAddresses(origin: string, data: object): unknown {
  return JSON.parse(JSON.stringify(data), (name, value: unknown) =>
    ADDRESSES.has(name) && typeof value === 'string' ? new URL(value, origin).href : value,
  )
}

const ADDRESSES = new Set(['url', 'urlTemplate', 'item', 'image', 'logo'])

/** Data that no browser executes. Its text cannot end the element. */
const dataScript = (type: string, data: unknown, attributes = '') =>
  `<script type="${type}"${attributes}>${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`

const meta = (kind: 'name' | 'property', name: string, content: string | undefined) =>
  content ? `<meta ${kind}="${name}" content="${escaped(content)}">` : ''

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

type PageAddresses = {
  /** The address under which search engines index this page in this language. */
  canonical: string
  /** The page in each language, and without a language ('x-default'). rule: language-choice */
  alternates: { language: string; address: string }[]
}

/**
 * The full addresses of a page; undefined for a page with `noindex`: the address of a reset link contains its token.
 */
function pageAddresses(origin: string, url: string, head: Head): PageAddresses | undefined {
  if (head.noindex) return undefined
  const [path = '/', query] = url.split('?')
  const address = head.canonical ?? (path.replace(/\/+$/, '') || '/')
  const named = languageInAddress(new URLSearchParams(query))
  return {
    canonical: origin + addressIn(address, named),
    alternates: [
      ...LANGUAGES.map((language) => ({
        language,
        address: origin + addressIn(address, language),
      })),
      { language: 'x-default', address: origin + addressIn(address) },
    ],
  }
}
