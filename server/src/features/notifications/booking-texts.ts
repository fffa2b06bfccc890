import { CANCEL_SENTENCES } from '#contract/cancel-reasons.ts'
import type { Language, Role } from '#contract/product.ts'

/** Each booking event and the sides that are notified of it. rule: notice-recipients */
export const BOOKING_RECIPIENTS = {
  requested: ['professional'],
  accepted: ['client'],
  instant: ['professional'],
  declined: ['client'],
  cancelled: ['client', 'professional'],
  expired: ['client', 'professional'],
  completed: ['client', 'professional'],
  proposed: ['client', 'professional'],
  moved: ['client', 'professional'],
  proposal_declined: ['client', 'professional'],
  proposal_expired: ['client', 'professional'],
  absence: ['client'],
  series_started: ['client', 'professional'],
  series_changed: ['client', 'professional'],
  series_ended: ['client', 'professional'],
  series_proposed: ['client', 'professional'],
  visit_skipped: ['client', 'professional'],
  visit_conflict: ['client', 'professional'],
} as const satisfies Record<string, readonly Role[]>

export type BookingEvent = keyof typeof BOOKING_RECIPIENTS

/**
 * `name` is that of the other person. `hasReason`: the letter lists the reason of the other person. `when` depends on
 * the notice: the proposed time, the time of an instant booking, the date of a visit that an absence ended, or the
 * dates of a series.
 */
export type BookingText = (
  name: string,
  hasReason: boolean,
  when: string,
) => { title: string; sentence: string }

type TextsOfBoth = Record<Role, BookingText>
const toBoth = (text: BookingText): TextsOfBoth => ({ client: text, professional: text })

/** The type requires a text for each recipient of each event, and for nobody else. */
type BookingTexts = {
  [Event in BookingEvent]: Record<(typeof BOOKING_RECIPIENTS)[Event][number], BookingText>
}

export const BOOKING_TEXTS: Record<Language, BookingTexts> = {
  en: {
    requested: {
      professional: (client) => ({
        title: `${client} asks you for a visit`,
        sentence: `${client} would like to book you. Please accept or decline before the request ends by itself.`,
      }),
    },
    accepted: {
      client: (professional) => ({
        title: `${professional} accepted your booking`,
        sentence: `${professional} is coming. Here is what was agreed.`,
      }),
    },
    instant: {
      professional: (client, _hasReason, when) => ({
        title: `${client} booked ${when}`,
        sentence: `${client} booked this free time of yours. It is agreed, and you need do nothing.`,
      }),
    },
    declined: {
      client: (professional) => ({
        title: `${professional} cannot take your booking`,
        sentence: `${professional} declined this request. Other professionals near you may be free.`,
      }),
    },
    cancelled: {
      client: (professional) => ({
        title: `${professional} cancelled your booking`,
        sentence: `${professional} cancelled this visit and left you the reason below.`,
      }),
      professional: (client, hasReason) => ({
        title: `${client} cancelled a booking`,
        sentence: hasReason
          ? `${client} cancelled this visit and left you the reason below.`
          : `${client} cancelled this visit.`,
      }),
    },
    expired: {
      client: (professional) => ({
        title: `${professional} did not answer in time`,
        sentence: `Your request to ${professional} ended without an answer. Other professionals near you may be free.`,
      }),
      professional: (client) => ({
        title: `The request of ${client} has ended`,
        sentence: `The request of ${client} ended because it was not answered in time.`,
      }),
    },
    completed: {
      client: (professional) => ({
        title: `Your visit by ${professional} is complete`,
        sentence: `This visit by ${professional} is now marked as completed. We hope your home shines.`,
      }),
      professional: (client) => ({
        title: `Your visit to ${client} is complete`,
        sentence: `Your visit to ${client} is now marked as completed. Thank you for your work.`,
      }),
    },
    proposed: toBoth((name, _hasReason, when) => ({
      title: `${name} proposes another time`,
      sentence: `${name} proposes ${when} for this visit. Please accept it or keep the old time.`,
    })),
    moved: toBoth((name, _hasReason, when) => ({
      title: `Your visit is moved to ${when}`,
      sentence: `${name} accepted the time that you proposed.`,
    })),
    proposal_declined: toBoth((name) => ({
      title: `${name} keeps the old time`,
      sentence: `${name} did not accept the time that you proposed. The visit stays as it was.`,
    })),
    proposal_expired: toBoth((name) => ({
      title: 'Your proposal has ended',
      sentence: `${name} did not answer in time. The visit stays as it was.`,
    })),
    absence: {
      client: (name, _hasReason, date) => ({
        title: `${name} cannot come on ${date}: choose another time`,
        sentence: `${name} cannot come to this visit. You can choose another time, or somebody else.`,
      }),
    },
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
    requested: {
      professional: (client) => ({
        title: `${client} pediu uma visita`,
        sentence: `${client} gostaria de agendar com você. Aceite ou recuse antes que o pedido termine sozinho.`,
      }),
    },
    accepted: {
      client: (professional) => ({
        title: `${professional} aceitou seu agendamento`,
        sentence: `${professional} vem até você. Veja o que foi combinado.`,
      }),
    },
    instant: {
      professional: (client, _hasReason, when) => ({
        title: `${client} agendou ${when}`,
        sentence: `${client} agendou este horário livre seu. Está combinado, e você não precisa fazer nada.`,
      }),
    },
    declined: {
      client: (professional) => ({
        title: `${professional} não pode atender seu pedido`,
        sentence: `${professional} recusou este pedido. Outros profissionais perto de você podem estar livres.`,
      }),
    },
    cancelled: {
      client: (professional) => ({
        title: `${professional} cancelou seu agendamento`,
        sentence: `${professional} cancelou esta visita e deixou o motivo abaixo.`,
      }),
      professional: (client, hasReason) => ({
        title: `${client} cancelou um agendamento`,
        sentence: hasReason
          ? `${client} cancelou esta visita e deixou o motivo abaixo.`
          : `${client} cancelou esta visita.`,
      }),
    },
    expired: {
      client: (professional) => ({
        title: `${professional} não respondeu a tempo`,
        sentence: `Seu pedido a ${professional} terminou sem resposta. Outros profissionais perto de você podem estar livres.`,
      }),
      professional: (client) => ({
        title: `O pedido de ${client} terminou`,
        sentence: `O pedido de ${client} terminou porque não foi respondido a tempo.`,
      }),
    },
    completed: {
      client: (professional) => ({
        title: `A visita de ${professional} foi concluída`,
        sentence: `Esta visita de ${professional} agora consta como concluída. Esperamos que sua casa esteja brilhando.`,
      }),
      professional: (client) => ({
        title: `Sua visita a ${client} foi concluída`,
        sentence: `Sua visita a ${client} agora consta como concluída. Obrigado pelo seu trabalho.`,
      }),
    },
    proposed: toBoth((name, _hasReason, when) => ({
      title: `${name} propõe outro horário`,
      sentence: `${name} propõe ${when} para esta visita. Aceite ou mantenha o horário antigo.`,
    })),
    moved: toBoth((name, _hasReason, when) => ({
      title: `Sua visita mudou para ${when}`,
      sentence: `${name} aceitou o horário que você propôs.`,
    })),
    proposal_declined: toBoth((name) => ({
      title: `${name} mantém o horário antigo`,
      sentence: `${name} não aceitou o horário que você propôs. A visita continua como estava.`,
    })),
    proposal_expired: toBoth((name) => ({
      title: 'Sua proposta terminou',
      sentence: `${name} não respondeu a tempo. A visita continua como estava.`,
    })),
    absence: {
      client: (name, _hasReason, date) => ({
        title: `${name} não pode ir em ${date}: escolha outro horário`,
        sentence: `${name} não pode fazer esta visita. Você pode escolher outro horário ou outra pessoa.`,
      }),
    },
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
    requested: {
      professional: (client) => ({
        title: `${client} te pide una visita`,
        sentence: `${client} quiere reservar contigo. Acepta o rechaza antes de que la solicitud termine por sí sola.`,
      }),
    },
    accepted: {
      client: (professional) => ({
        title: `${professional} aceptó tu reserva`,
        sentence: `${professional} irá a tu casa. Esto es lo acordado.`,
      }),
    },
    instant: {
      professional: (client, _hasReason, when) => ({
        title: `${client} reservó ${when}`,
        sentence: `${client} reservó esta hora libre tuya. Queda acordado y no tienes que hacer nada.`,
      }),
    },
    declined: {
      client: (professional) => ({
        title: `${professional} no puede atender tu reserva`,
        sentence: `${professional} rechazó esta solicitud. Quizá otros profesionales cerca de ti estén libres.`,
      }),
    },
    cancelled: {
      client: (professional) => ({
        title: `${professional} canceló tu reserva`,
        sentence: `${professional} canceló esta visita y dejó el motivo abajo.`,
      }),
      professional: (client, hasReason) => ({
        title: `${client} canceló una reserva`,
        sentence: hasReason
          ? `${client} canceló esta visita y dejó el motivo abajo.`
          : `${client} canceló esta visita.`,
      }),
    },
    expired: {
      client: (professional) => ({
        title: `${professional} no respondió a tiempo`,
        sentence: `Tu solicitud a ${professional} terminó sin respuesta. Quizá otros profesionales cerca de ti estén libres.`,
      }),
      professional: (client) => ({
        title: `La solicitud de ${client} terminó`,
        sentence: `La solicitud de ${client} terminó porque no se respondió a tiempo.`,
      }),
    },
    completed: {
      client: (professional) => ({
        title: `La visita de ${professional} está completada`,
        sentence: `Esta visita de ${professional} consta ya como completada. Esperamos que tu casa brille.`,
      }),
      professional: (client) => ({
        title: `Tu visita a ${client} está completada`,
        sentence: `Tu visita a ${client} consta ya como completada. Gracias por tu trabajo.`,
      }),
    },
    proposed: toBoth((name, _hasReason, when) => ({
      title: `${name} propone otro horario`,
      sentence: `${name} propone ${when} para esta visita. Acéptalo o conserva el horario anterior.`,
    })),
    moved: toBoth((name, _hasReason, when) => ({
      title: `Tu visita se movió al ${when}`,
      sentence: `${name} aceptó el horario que propusiste.`,
    })),
    proposal_declined: toBoth((name) => ({
      title: `${name} conserva el horario anterior`,
      sentence: `${name} no aceptó el horario que propusiste. La visita sigue como estaba.`,
    })),
    proposal_expired: toBoth((name) => ({
      title: 'Tu propuesta terminó',
      sentence: `${name} no respondió a tiempo. La visita sigue como estaba.`,
    })),
    absence: {
      client: (name, _hasReason, date) => ({
        title: `${name} no puede ir el ${date}: elige otra hora`,
        sentence: `${name} no puede hacer esta visita. Puedes elegir otra hora o a otra persona.`,
      }),
    },
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

/** To a professional whose client chose another free time. rule: instant-move */
export const MOVED_AT_ONCE: Record<Language, BookingText> = {
  en: (client, _hasReason, when) => ({
    title: `Your visit is moved to ${when}`,
    sentence: `${client} moved this visit to another free time of yours. You need do nothing.`,
  }),
  pt: (client, _hasReason, when) => ({
    title: `Sua visita mudou para ${when}`,
    sentence: `${client} passou esta visita para outro horário livre seu. Você não precisa fazer nada.`,
  }),
  es: (client, _hasReason, when) => ({
    title: `Tu visita se movió al ${when}`,
    sentence: `${client} movió esta visita a otra hora libre tuya. No tienes que hacer nada.`,
  }),
}

/** 'instant' of a re-clean that the professional offered. rule: reclean */
export const RECLEAN_ACCEPTED: Record<Language, BookingText> = {
  en: (client, _hasReason, when) => ({
    title: `${client} accepted your re-clean: ${when}`,
    sentence: `${client} accepted the re-clean that you offered. It costs nothing, and you need do nothing.`,
  }),
  pt: (client, _hasReason, when) => ({
    title: `${client} aceitou a nova limpeza: ${when}`,
    sentence: `${client} aceitou a nova limpeza que você ofereceu. Ela não custa nada, e você não precisa fazer nada.`,
  }),
  es: (client, _hasReason, when) => ({
    title: `${client} aceptó la nueva limpieza: ${when}`,
    sentence: `${client} aceptó la nueva limpieza que ofreciste. No cuesta nada, y no tienes que hacer nada.`,
  }),
}

/** To the client of a request that waited for their address until the visit would begin. rule: held-starts */
export const HELD_EXPIRED: Record<Language, BookingText> = {
  en: (name) => ({
    title: 'Your request was not sent in time',
    sentence: `Your request to ${name} waited for your email address until the visit would have begun. ${name} never got it.`,
  }),
  pt: (name) => ({
    title: 'Seu pedido não foi enviado a tempo',
    sentence: `Seu pedido a ${name} esperou a confirmação do seu e-mail até a hora da visita. ${name} não o recebeu.`,
  }),
  es: (name) => ({
    title: 'Tu solicitud no se envió a tiempo',
    sentence: `Tu solicitud a ${name} esperó a que confirmaras tu correo hasta la hora de la visita. ${name} no la recibió.`,
  }),
}

/** To the client of a held request whose professional takes no bookings any more. rule: held-starts */
export const HELD_DECLINED: Record<Language, BookingText> = {
  en: (name) => ({
    title: `${name} is not accepting bookings right now`,
    sentence: `Your request could not be sent: ${name} is not accepting bookings right now. Other professionals near you may be free.`,
  }),
  pt: (name) => ({
    title: `${name} não está aceitando reservas no momento`,
    sentence: `Seu pedido não pôde ser enviado: ${name} não está aceitando reservas no momento. Outros profissionais perto de você podem estar livres.`,
  }),
  es: (name) => ({
    title: `${name} no acepta reservas en este momento`,
    sentence: `No se pudo enviar tu solicitud: ${name} no acepta reservas en este momento. Quizá otros profesionales cerca de ti estén libres.`,
  }),
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
