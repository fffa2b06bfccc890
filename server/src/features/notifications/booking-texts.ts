import type { Language } from '#contract/product.ts'
import { toBoth } from './booking-recipients.ts'
import type { BOOKING_RECIPIENTS, BookingEvent, BookingText } from './booking-recipients.ts'
import { SERIES_TEXTS } from './series-texts.ts'

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
    ...SERIES_TEXTS.en,
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
    ...SERIES_TEXTS.pt,
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
    ...SERIES_TEXTS.es,
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
