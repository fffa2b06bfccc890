import type { Language } from '#contract/product.ts'
import { MONEY_WORDS } from './money-words.ts'
import type { MoneyFacts, MoneyNews } from './money-words.ts'
import type { Composer } from './composer.ts'
import { moneyWords } from './visit-words.ts'

const LEDGER = '/dashboard/leads'
const DASHBOARD = '/dashboard'

/** What happened to her money or her leads, for a professional. */
export const moneyText: Composer = ({ kind, data, other_name }, { language, role }) => {
  if (role !== 'professional') return undefined
  const news = kind.slice('money.'.length) as MoneyNews
  const { labels, news: words, items } = MONEY_WORDS[language]
  const facts: MoneyFacts = {
    client: other_name ?? labels.someone,
    date: typeof data['date'] === 'string' ? dayWords(language, data['date']) : undefined,
    isLocked: data['locked'] === true,
    isUnpaid: data['unpaid'] === true,
    isSilent: data['reason'] === 'silent',
    isLead: data['kind'] === 'lead',
  }
  const invoice = typeof data['invoice'] === 'string' ? data['invoice'] : undefined
  const amount = Number(data['amount_cents'] ?? 0)
  const rows: [string, string | false | undefined][] = [
    [labels.item, amount > 0 && items[facts.isLead ? 'lead' : 'subscription']],
    [labels.amount, amount > 0 && moneyWords(language, amount)],
    [labels.invoice, invoice],
    [labels[DATE_LABELS[news] ?? 'until'], facts.date],
  ]
  return {
    ...words[news](facts),
    facts: rows.filter((row): row is [string, string] => Boolean(row[1])),
    button: invoice
      ? { label: labels.see_invoice, path: `/invoices/${invoice}` }
      : news.startsWith('lead_')
        ? { label: labels.see_leads, path: facts.isLocked ? DASHBOARD : LEDGER }
        : { label: labels.see_dashboard, path: DASHBOARD },
  }
}

const DATE_LABELS: Partial<Record<MoneyNews, 'renews' | 'paid_until'>> = {
  renewal: 'renews',
  receipt: 'paid_until',
  refund: 'paid_until',
}

const LOCALES: Record<Language, string> = { en: 'en-US', pt: 'pt-BR', es: 'es-MX' }

/** A day in full, such as 'December 20, 2026', from an instant as ISO text. */
function dayWords(language: Language, instant: string): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeZone: 'America/New_York',
  }).format(new Date(instant))
}
