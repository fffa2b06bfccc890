import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { oneLine } from '#contract/values.ts'
import { withoutLinks } from './without-links.ts'

type Contents = {
  language: Language
  title: string
  /** The one sentence of the letter. */
  sentence: string
  /** The words of a person, of several lines. Each line is marked as theirs. */
  quote?: string
  button: { label: string; href: string }
  /** Further links, less prominent than the button. */
  links?: readonly { label: string; href: string }[]
  /** Label and value, in reading order. 'email': the value is an email and stays as it is. */
  facts: readonly (readonly [label: string, value: string, kind?: 'email'])[]
  /** Small text at the end. */
  note?: string
  /** The link that ends the letters of this topic. */
  unsubscribe?: { label: string; href: string }
}

const FONT = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif"
const PAPER = '#FBFAF6'
const INK = '#12211C'
const BOTTLE = '#0E5A48'
const CITRUS = '#F2BF2B'
const QUIET = '#55645E'
const HAIRLINE = '#E4E1D8'

/**
 * A letter to an address, as plain text and as HTML; its subject is its title. All contents are plain text; the HTML
 * escapes them. Each stays on one line and is no link, so that a stranger's words never look like ours; a quote has its
 * lines marked.
 * rule: letter-texts, text-input
 */
export function letter(
  to: string,
  contents: Contents,
): { to: string; subject: string; text: string; html: string } {
  const { title, sentence, facts, note } = contents
  const inLines: Contents = {
    ...contents,
    title: plain(title),
    sentence: plain(sentence),
    facts: facts.map(([label, value, kind]) => {
      return [label, kind === 'email' ? oneLine(value) : plain(value)] as const
    }),
    ...(note === undefined ? {} : { note: plain(note) }),
  }
  return { to, subject: title, text: textOf(inLines), html: htmlOf(inLines) }
}

const plain = (text: string) => withoutLinks(oneLine(text))

function textOf({
  title,
  sentence,
  quote,
  button,
  links = [],
  facts,
  note,
  unsubscribe,
}: Contents): string {
  return [
    title,
    sentence,
    quote?.replace(/^/gm, '> '),
    ...[button, ...links].map(({ label, href }) => `${label}:\n${href}`),
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    note,
    `-- \n${PRODUCT_NAME}${unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.href}` : ''}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function htmlOf({
  language,
  title,
  sentence,
  quote,
  button,
  links = [],
  facts,
  note,
  unsubscribe,
}: Contents): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(title)}</title></head>
<body style="margin:0;background:${PAPER};color:${INK};${FONT};font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">
<tr><td style="padding-bottom:24px">${MARK}</td></tr>
<tr><td style="background:#FFFFFF;border:1px solid ${HAIRLINE};border-radius:16px;padding:24px">
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${escaped(title)}</h1>
<p style="margin:0 0 24px">${escaped(sentence)}</p>
${quote ? `<blockquote style="margin:0 0 24px;padding-left:16px;border-left:3px solid ${HAIRLINE};white-space:pre-line">${escaped(quote)}</blockquote>\n` : ''}<p style="margin:0 0 24px"><a href="${escaped(button.href)}" style="display:inline-block;background:${BOTTLE};color:#FFFFFF;text-decoration:none;font-weight:600;padding:12px 24px;border-radius:12px">${escaped(button.label)}</a></p>
${linksOf(links)}${factsTable(facts)}${note ? `\n<p style="margin:24px 0 0;font-size:14px;color:${QUIET}">${escaped(note)}</p>` : ''}
</td></tr>
<tr><td style="padding-top:16px;font-size:14px;color:${QUIET}">${PRODUCT_NAME}${unsubscribe ? `<br><a href="${escaped(unsubscribe.href)}" style="color:${QUIET}">${escaped(unsubscribe.label)}</a>` : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The mark of the product without a picture, because many mail readers block pictures. */
const MARK = `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="28" height="28" style="width:28px;height:28px;border-radius:6px;background:${BOTTLE};background-image:linear-gradient(135deg,${BOTTLE} 42%,${CITRUS} 42%,${CITRUS} 58%,${BOTTLE} 58%)"></td><td style="padding-left:10px;font-weight:700;font-size:18px">${PRODUCT_NAME}</td></tr></table>`

function linksOf(links: NonNullable<Contents['links']>): string {
  if (links.length === 0) return ''
  const anchors = links.map(
    ({ label, href }) =>
      `<a href="${escaped(href)}" style="display:inline-block;padding:8px 16px 8px 0;color:${BOTTLE};font-weight:600">${escaped(label)}</a>`,
  )
  return `<p style="margin:0 0 24px">${anchors.join(' ')}</p>\n`
}

function factsTable(facts: Contents['facts']): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left" valign="top" style="padding:8px 16px 8px 0;border-top:1px solid ${HAIRLINE};font-weight:400;color:${QUIET}">${escaped(label)}</th><td valign="top" style="padding:8px 0;border-top:1px solid ${HAIRLINE}">${escaped(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="font-size:14px">${rows.join('')}</table>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
