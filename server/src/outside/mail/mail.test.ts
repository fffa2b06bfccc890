// rule: letter-texts
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { letter } from './letter.ts'
import type { Mail, Sender } from './mail.ts'
import { outboxMail } from './outbox.ts'
import { smtpMail } from './smtp.ts'

const from: Sender = { name: 'Lustra', address: 'no-reply@lustra.example' }
const log = pino({ level: 'silent' })

async function bySmtp() {
  const arrived: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        arrived.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  return {
    url,
    mail: smtpMail(url, from),
    arrived: () => Promise.resolve(arrived),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

async function byOutbox() {
  const folder = await mkdtemp(join(tmpdir(), 'lustra-outbox-'))
  const mail = outboxMail(join(folder, 'outbox'), from, log)
  return {
    mail,
    async arrived() {
      const files = await readdir(join(folder, 'outbox')).catch(() => [])
      return Promise.all(files.map((file) => readFile(join(folder, 'outbox', file), 'utf8')))
    },
    close: () => rm(folder, { recursive: true }),
  }
}

const contents = {
  language: 'pt',
  title: 'Olá, <João> & cia',
  sentence: 'Sua faxina está confirmada: “amanhã”, às 9h.',
  button: { label: 'Ver reserva', href: 'https://lustra.example/bookings?a=1&b=2' },
  facts: [['Endereço', '12 Rua "A" <b>x</b>']],
  note: 'Até logo.',
} as const

describe.each([
  ['an SMTP server', bySmtp],
  ['the outbox', byOutbox],
])('a letter sent by %s', async (_name, open) => {
  const way: { mail: Mail; arrived(): Promise<string[]>; close(): Promise<void> } = await open()
  afterAll(() => way.close())

  test('arrives complete, at the person, as text and as HTML', async () => {
    await way.mail.send({ ...letter('ana@example.com', contents), subject: 'Olá — ✓' })
    const letters = await way.arrived()
    expect(letters).toHaveLength(1)
    const arrived = await PostalMime.parse(letters[0] ?? '')
    expect(arrived.from).toEqual({ name: 'Lustra', address: 'no-reply@lustra.example' })
    expect(arrived.to?.map(({ address }) => address)).toEqual(['ana@example.com'])
    expect(arrived.subject).toBe('Olá — ✓')
    expect(arrived.text).toContain('https://lustra.example/bookings?a=1&b=2')
    expect(arrived.text).toContain('Endereço: 12 Rua "A" <b>x</b>')
    expect(arrived.html).toContain('href="https://lustra.example/bookings?a=1&amp;b=2"')
    expect(arrived.html).toContain('12 Rua &quot;A&quot; &lt;b&gt;x&lt;/b&gt;')
  })

  test('gets no other headers from its subject', async () => {
    await way.mail.send({
      ...letter('ana@example.com', contents),
      subject: 'Hello\r\nBcc: eve@example.com',
    })
    const arrived = await PostalMime.parse((await way.arrived()).at(-1) ?? '')
    expect(arrived.bcc).toBeUndefined()
  })
})

test('sending rejects when the mail server does not answer', async () => {
  const mail = smtpMail('smtp://127.0.0.1:1', from)
  const sending = mail.send({ to: 'ana@example.com', subject: 'x', text: 'x', html: 'x' })
  await expect(sending).rejects.toThrow('ECONNREFUSED')
})

test('a mail server that sends a byte now and then holds up a letter for its limit only, and is left', async () => {
  const left = Promise.withResolvers<void>()
  const slow = createServer((socket) => {
    const trickle = setInterval(() => socket.write('2'), 20)
    socket.resume().on('end', () => left.resolve())
    socket.on('close', () => clearInterval(trickle)).on('error', () => {})
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port } = slow.address() as AddressInfo
  const mail = smtpMail(`smtp://127.0.0.1:${port}`, from, { msMax: 200 })
  const sending = mail.send({ to: 'ana@example.com', subject: 'x', text: 'x', html: 'x' })
  await expect(sending).rejects.toThrow(/abort/i)
  await left.promise
  slow.close()
})

// rule: encrypted-connections
test('where letters have to be encrypted, a mail server without TLS gets none', async () => {
  const { arrived, close, url } = await bySmtp()
  const mail = smtpMail(url, from, { requiresTls: true })
  const sending = mail.send({ to: 'ana@example.com', subject: 'x', text: 'x', html: 'x' })
  await expect(sending).rejects.toThrow(/STARTTLS/)
  expect(await arrived()).toEqual([])
  await close()
})

test('the log of the outbox shows the letter’s link', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lustra-outbox-'))
  const lines: string[] = []
  const mail = outboxMail(folder, from, pino({}, { write: (line: string) => lines.push(line) }))
  await mail.send(letter('ana@example.com', contents))
  expect(JSON.parse(lines[0] ?? '').link).toBe(contents.button.href)
  await rm(folder, { recursive: true })
})

// rule: text-input
test("a stranger's words never become lines of a letter", () => {
  const name = 'Ana\n\nYour payout is blocked.\nConfirm at https://evil.test\u2028now\u202E'
  const { text, html } = letter('ana@example.com', {
    language: 'en',
    title: `Message from ${name}`,
    sentence: `${name} wrote to you.`,
    button: { label: 'Open', href: 'https://lustra.example/messages' },
    facts: [['City', `Austin\n\n${name}`]],
  })
  expect(text).not.toMatch(/^(Your payout|Confirm at|now)/m)
  expect(text + html).not.toMatch(/[\u2028\u202E]/)
  expect(text).toContain(
    'Ana Your payout is blocked. Confirm at https: evil. test now wrote to you.',
  )
})

test('a name is no link in a letter, and real names stay', async () => {
  const evil =
    'HTTPS://evil.test/x www.evil.test Www.x evil.test/pay pay@evil.test 例子。中国 http://10.0.0.1/x'
  const name = `O'Neil, Ana-Maria, J.R. ${evil}`
  const { mail, arrived, close } = await byOutbox()
  const parts = letter('ana@example.com', {
    language: 'en',
    title: `${name} wrote`,
    sentence: `${name} wrote to you. The total is $19.90.`,
    button: { label: 'Open', href: 'https://lustra.example/messages' },
    facts: [
      ['City', name],
      ['Account', 'ana@example.com', 'email'],
    ],
    note: `Until 9:00 a.m., ${name}.`,
  })
  await mail.send(parts)
  const { subject = '', text = '', html = '' } = await PostalMime.parse((await arrived())[0] ?? '')
  await close()
  const harmless =
    "O'Neil, Ana-Maria, J.R. HTTPS: evil. test/x www. evil. test Www. x evil. test/pay pay@evil. test 例子。 中国 http: 10.0.0. 1/x"
  expect(subject).toBe(`${harmless} wrote`)
  for (const part of [text, html]) {
    expect(part.split(harmless)).toHaveLength(part === text ? 5 : 6)
    expect(part).toContain('The total is $19.90.')
    expect(part).toContain('Until 9:00 a.m.,')
    expect(part).toContain('ana@example.com')
    expect(part).not.toMatch(/(\w\.|\/\/)(evil|test|x)/i)
  }
})
