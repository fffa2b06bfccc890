import type { Language } from '#contract/product.ts'
import { toBoth } from './booking-recipients.ts'
import type { BookingEvent, BookingText, TextsOfBoth } from './booking-recipients.ts'

type SeriesEvent = Extract<BookingEvent, `series_${string}` | 'visit_skipped' | 'visit_conflict'>

/** The texts of the events of regular visits. rule: series-notices */
export const SERIES_TEXTS: Record<Language, Record<SeriesEvent, TextsOfBoth>> = {
  en: {
    series_started: toBoth((name) => ({
      title: 'Your regular visits begin',
      sentence: `The regular visits with ${name} are agreed. You can skip, move or end them at any time.`,
    })),
    series_changed: toBoth((name) => ({
      title: 'Your regular visits have changed',
      sentence: `The regular visits with ${name} have changed. Please look at the next dates.`,
    })),
    series_ended: toBoth((name, _hasReason, when) => ({
      title: `Your regular visits end on ${when}`,
      sentence: `${name} has ended the regular visits. Later visits are cancelled.`,
    })),
    series_proposed: toBoth((name) => ({
      title: `${name} proposes a change`,
      sentence: `${name} proposes a change of your regular visits. Until you accept it, all stays as it is.`,
    })),
    visit_skipped: toBoth((name, _hasReason, when) => ({
      title: `The visit of ${when} is skipped`,
      sentence: `${name} skips this one of your regular visits. The others stay as they are.`,
    })),
    visit_conflict: toBoth((name, _hasReason, when) => ({
      title: `The visit of ${when} does not fit`,
      sentence: `This time is taken or off, so there is no regular visit with ${name} then. The others stay as they are.`,
    })),
  },
  pt: {
    series_started: toBoth((name) => ({
      title: 'Suas visitas regulares começam',
      sentence: `As visitas regulares com ${name} estão combinadas. Você pode pular, mudar ou encerrar quando quiser.`,
    })),
    series_changed: toBoth((name) => ({
      title: 'Suas visitas regulares mudaram',
      sentence: `As visitas regulares com ${name} mudaram. Veja as próximas datas.`,
    })),
    series_ended: toBoth((name, _hasReason, when) => ({
      title: `Suas visitas regulares terminam em ${when}`,
      sentence: `${name} encerrou as visitas regulares. As visitas seguintes foram canceladas.`,
    })),
    series_proposed: toBoth((name) => ({
      title: `${name} propõe uma mudança`,
      sentence: `${name} propõe uma mudança nas suas visitas regulares. Até você aceitar, tudo continua como está.`,
    })),
    visit_skipped: toBoth((name, _hasReason, when) => ({
      title: `A visita de ${when} foi pulada`,
      sentence: `${name} pulou esta visita regular. As outras continuam como estão.`,
    })),
    visit_conflict: toBoth((name, _hasReason, when) => ({
      title: `A visita de ${when} não cabe`,
      sentence: `O horário está ocupado ou de folga, então não há visita regular com ${name} nesse dia. As outras continuam como estão.`,
    })),
  },
  es: {
    series_started: toBoth((name) => ({
      title: 'Tus visitas regulares empiezan',
      sentence: `Las visitas regulares con ${name} están acordadas. Puedes omitir, mover o terminarlas cuando quieras.`,
    })),
    series_changed: toBoth((name) => ({
      title: 'Tus visitas regulares cambiaron',
      sentence: `Las visitas regulares con ${name} cambiaron. Mira las próximas fechas.`,
    })),
    series_ended: toBoth((name, _hasReason, when) => ({
      title: `Tus visitas regulares terminan el ${when}`,
      sentence: `${name} terminó las visitas regulares. Las visitas siguientes se cancelaron.`,
    })),
    series_proposed: toBoth((name) => ({
      title: `${name} propone un cambio`,
      sentence: `${name} propone un cambio de tus visitas regulares. Hasta que lo aceptes, todo sigue igual.`,
    })),
    visit_skipped: toBoth((name, _hasReason, when) => ({
      title: `La visita del ${when} se omite`,
      sentence: `${name} omite esta visita regular. Las demás siguen como están.`,
    })),
    visit_conflict: toBoth((name, _hasReason, when) => ({
      title: `La visita del ${when} no cabe`,
      sentence: `Esa hora está ocupada o ese día no se trabaja, así que no hay visita regular con ${name} ese día. Las demás siguen como están.`,
    })),
  },
}

/** To the author of a change of regular visits: it is declined, or nobody answered it. rule: series-notices */
export const CHANGE_OVER: Record<
  'proposal_declined' | 'proposal_expired',
  Record<Language, BookingText>
> = {
  proposal_declined: {
    en: (name) => ({
      title: `${name} does not accept your change`,
      sentence: `${name} did not accept your change. The regular visits stay as they were.`,
    }),
    pt: (name) => ({
      title: `${name} não aceita sua mudança`,
      sentence: `${name} não aceitou sua mudança. As visitas regulares continuam como estavam.`,
    }),
    es: (name) => ({
      title: `${name} no acepta tu cambio`,
      sentence: `${name} no aceptó tu cambio. Las visitas regulares siguen como estaban.`,
    }),
  },
  proposal_expired: {
    en: (name) => ({
      title: 'Your proposal has ended',
      sentence: `${name} did not answer in time. The regular visits stay as they were.`,
    }),
    pt: (name) => ({
      title: 'Sua proposta terminou',
      sentence: `${name} não respondeu a tempo. As visitas regulares continuam como estavam.`,
    }),
    es: (name) => ({
      title: 'Tu propuesta terminó',
      sentence: `${name} no respondió a tiempo. Las visitas regulares siguen como estaban.`,
    }),
  },
}

/**
 * 'visit_conflict' while no visits of a series are made: its other dates pass without a notice. rule: series-notices
 */
export const SERIES_STOPPED: Record<Language, BookingText> = {
  en: (name, _hasReason, when) => ({
    title: `The visit of ${when} does not fit`,
    sentence: `Regular visits with ${name} are not possible for now. They go on when they are possible again.`,
  }),
  pt: (name, _hasReason, when) => ({
    title: `A visita de ${when} não cabe`,
    sentence: `Por enquanto não há como marcar as visitas regulares com ${name}. Elas continuam assim que der.`,
  }),
  es: (name, _hasReason, when) => ({
    title: `La visita del ${when} no cabe`,
    sentence: `Por ahora no es posible seguir con las visitas regulares con ${name}. Continúan en cuanto se pueda.`,
  }),
}
