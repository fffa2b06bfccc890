import { cents } from '#contract/booking-price.ts'
import { formats } from '#contract/formats.ts'
import type { Language, Role } from '#contract/product.ts'
import type { BookingFacts, NoticeData } from './notice-data.ts'

type HoursText = (name: string, data: NoticeData) => { title: string; sentence: string }

const forBoth = (text: HoursText): { hours_settled: Record<Role, HoursText> } => ({
  hours_settled: { client: text, professional: text },
})

/** The notice of settled hours: what is due. rule: hours-notices */
export const HOURS_TEXTS: Record<Language, ReturnType<typeof forBoth>> = {
  en: forBoth((_, { total }) => ({
    title: `The hours are settled: ${formats('en').money(Number(total))}`,
    sentence: 'This is what the visit came to. Lustra moves no money for it.',
  })),
  pt: forBoth((_, { total }) => ({
    title: `As horas estão definidas: ${formats('pt').money(Number(total))}`,
    sentence: 'Este é o valor final da visita. O pagamento não passa pela Lustra.',
  })),
  es: forBoth((_, { total }) => ({
    title: `Las horas están definidas: ${formats('es').money(Number(total))}`,
    sentence: 'Este es el importe final de la visita. El pago no pasa por Lustra.',
  })),
}

/** The booking with what is due: its lines are those of the settled hours. rule: letter-facts, hours-notices */
export function settledFacts(booking: BookingFacts, { total }: NoticeData): BookingFacts {
  const minutes = booking.lines.reduce(
    (sum, line) => sum + ('minutes' in line ? line.minutes : 0),
    0,
  )
  return { ...booking, estimated_hours: minutes / 60, total_cents: cents(Number(total)) }
}
