import sharp from 'sharp'
import { CONSENT_VERSION } from '#contract/trust/ssn.ts'
import type { Tx } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { storePages } from '#server/trust/documents/document-pages.ts'
import { openCheckCase } from '#server/trust/verification/rejection-notice.ts'
import { hoursBefore } from '../market/people.ts'
import type { DemoProfessional } from '../market/people.ts'

/**
 * An identity document with two references, one of whom has answered, and a certificate of insurance: both wait. Their
 * pages are drawn, and say that they are specimens. rule: demo-world
 */
export async function writeWaitingDocuments(
  context: Context,
  tx: Tx,
  professionals: readonly DemoProfessional[],
  now: Date,
): Promise<void> {
  const [identified, insured] = professionals
    .filter((one) => one.active && one.background_check_status === 'not_submitted')
    .slice(0, 2)
  const at = (hours: number) => hoursBefore(now, hours)
  if (identified) {
    const facts = { document_kind: 'passport', document_expires_on: '2031-05-31' }
    const submission = { kind: 'identity', ...facts, consent_version: CONSENT_VERSION } as const
    const pages = [page('PASSPORT', nameOf(identified)), page('PASSPORT', 'Page 2')]
    const id = await submit(context, tx, identified.id, { ...submission, at: at(30), pages })
    const [first, second] = REFERENCES.map(({ name, email }) => ({
      check_id: id,
      name,
      email,
      asked_at: at(30),
    }))
    const answers = JSON.stringify(ANSWERS)
    await tx
      .insertInto('check_references')
      .values([{ ...first!, answered_at: at(6), answers }, { ...second! }])
      .execute()
  }
  if (!insured) return
  const facts = {
    insurer: 'Harbor Mutual',
    amount_dollars: 1_000_000,
    insured_until: nextYear(now),
  }
  const pages = [page('CERTIFICATE OF INSURANCE', nameOf(insured))]
  await submit(context, tx, insured.id, { kind: 'insurance', ...facts, at: at(12), pages })
}

type Submission = {
  kind: 'identity' | 'insurance'
  document_kind?: string
  document_expires_on?: string
  consent_version?: string
  insurer?: string
  amount_dollars?: number
  insured_until?: string
  at: Date
  pages: readonly Promise<Buffer>[]
}

async function submit(
  { verificationKeys }: Context,
  tx: Tx,
  userId: string,
  { at, pages: drawn, ...facts }: Submission,
): Promise<string> {
  const pages = await Promise.all(drawn)
  const { id } = await tx
    .insertInto('document_checks')
    .values({ professional_id: userId, ...facts, submitted_at: at, pages: pages.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storePages(tx, verificationKeys, { userId, checkId: id }, pages)
  await openCheckCase(tx, { id, userId, kind: facts.kind }, at)
  return id
}

/** A drawn page. Its letters are shapes of a font that every system has, or boxes. */
function page(title: string, line: string): Promise<Buffer> {
  const text = (y: number, size: number, words: string) =>
    `<text x="80" y="${y}" font-family="sans-serif" font-size="${size}" fill="#12211C">${escaped(words)}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
    <rect width="1200" height="800" fill="#FBFAF6"/>
    <rect x="40" y="40" width="1120" height="720" fill="none" stroke="#0E5A48" stroke-width="6"/>
    <rect x="80" y="260" width="260" height="340" fill="#E4E1D8"/>
    <circle cx="210" cy="380" r="70" fill="#55645E"/><rect x="120" y="470" width="180" height="130" rx="60" fill="#55645E"/>
    ${text(150, 56, title)}${text(220, 40, line)}
    <text x="420" y="520" font-family="sans-serif" font-size="150" fill="#B4452F" opacity="0.7" transform="rotate(-12 700 480)">SPECIMEN</text>
    ${text(700, 34, 'Drawn for the demo world. Nobody is real.')}
  </svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 80 }).toBuffer()
}

const nameOf = ({ first_name, last_name }: DemoProfessional) => `${first_name} ${last_name}`
const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const nextYear = (now: Date) => `${now.getUTCFullYear() + 1}-06-30`

const REFERENCES = [
  { name: 'Rosa Lima', email: 'rosa.lima@demo.lustra.example' },
  { name: 'Tom Reed', email: 'tom.reed@demo.lustra.example' },
]

const ANSWERS = [
  { id: 'relation', text: 'We worked in the same hotel for two years.' },
  { id: 'since', text: 'Since the spring of 2021.' },
  { id: 'work', text: 'Rooms and suites. Quick, and nothing was ever forgotten.' },
  { id: 'trust', text: 'Yes, I have done it.' },
  { id: 'remarks', text: 'Comes early rather than late.' },
]
