import { CANCEL_SENTENCES } from '#contract/cancel-reasons.ts'
import type { Language, Role } from '#contract/product.ts'

type BookingLabels = Record<
  'service' | 'when' | 'proposed' | 'where' | 'hours' | 'total' | 'reason' | 'series',
  string
> & {
  timeInCity: (time: string, city: string) => string
  button: Record<Role, string>
}

/** The labels of a letter's facts, and of its button for each side. */
export const BOOKING_LABELS: Record<Language, BookingLabels> = {
  en: {
    service: 'Service',
    when: 'When',
    proposed: 'Proposed',
    timeInCity: (time, city) => `${time}, ${city} time`,
    where: 'Where',
    hours: 'Hours',
    total: 'Total',
    reason: 'Reason',
    button: { client: 'See my bookings', professional: 'Open dashboard' },
    series: 'See regular visits',
  },
  pt: {
    service: 'Serviço',
    when: 'Quando',
    proposed: 'Proposto',
    timeInCity: (time, city) => `${time}, horário de ${city}`,
    where: 'Onde',
    hours: 'Horas',
    total: 'Total',
    reason: 'Motivo',
    button: { client: 'Ver meus agendamentos', professional: 'Abrir painel' },
    series: 'Ver visitas regulares',
  },
  es: {
    service: 'Servicio',
    when: 'Cuándo',
    proposed: 'Propuesto',
    timeInCity: (time, city) => `${time}, hora de ${city}`,
    where: 'Dónde',
    hours: 'Horas',
    total: 'Total',
    reason: 'Motivo',
    button: { client: 'Ver mis reservas', professional: 'Abrir panel' },
    series: 'Ver visitas regulares',
  },
}

/** The reasons that a person can choose without writing one. rule: cancel-reason */
export const CANCEL_TEXTS: Record<Language, typeof CANCEL_SENTENCES> = {
  en: CANCEL_SENTENCES,
  pt: {
    plans_changed: 'Meus planos mudaram.',
    found_another: 'Encontrei outra pessoa.',
    too_expensive: 'Ficou caro demais.',
    ill: 'Estou doente.',
    away: 'Estou fora.',
    emergency: 'Tive uma emergência.',
    double_booked: 'Tenho outra visita nesse horário.',
    skipped: 'Esta visita foi pulada.',
    series_changed: 'As visitas regulares mudaram.',
  },
  es: {
    plans_changed: 'Mis planes cambiaron.',
    found_another: 'Encontré a otra persona.',
    too_expensive: 'Es demasiado caro.',
    ill: 'Tengo un problema de salud.',
    away: 'Estoy fuera.',
    emergency: 'Tengo una emergencia.',
    double_booked: 'Tengo otra visita a esa hora.',
    skipped: 'Esta visita se omite.',
    series_changed: 'Las visitas regulares cambiaron.',
  },
}
