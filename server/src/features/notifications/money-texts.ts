import type { Language } from '#contract/product.ts'

export type MoneyEvent =
  | 'receipt'
  | 'renewal'
  | 'payment_failed'
  | 'cancelled'
  | 'lapsed'
  | 'refund'
  | 'lead_received'
  | 'lead_returned'

/**
 * Why money went back. 'duplicate': the time was paid already. 'disputed': the bank took it back; 'dispute_won': the
 * bank decided that the payment stands.
 */
export type RefundCause = 'full' | 'duplicate' | 'part' | 'disputed' | 'dispute_won'

export type MoneyFacts = {
  /** The first name of the client. */
  client: string
  /** A day such as 'December 20, 2026': the end, the renewal or the last day of grace. */
  date: string | undefined
  isLocked: boolean
  isUnpaid: boolean
  /** Why a credit returned. */
  returnReason: 'no_word' | 'silent' | 'cancelled_early' | 'client_suspended' | undefined
  isLead: boolean
  refund: RefundCause
}

type MoneyTexts = {
  labels: Record<
    | 'someone'
    | 'item'
    | 'amount'
    | 'invoice'
    | 'until'
    | 'renews'
    | 'paid_until'
    | 'see_invoice'
    | 'see_leads'
    | 'see_dashboard',
    string
  >
  items: Record<'subscription' | 'lead', string>
  events: Record<MoneyEvent, (facts: MoneyFacts) => { title: string; sentence: string }>
}

/** Title and sentence of each cause. rules: partial-refund, chargeback, duplicate-subscription */
const REFUNDS: Record<Language, Record<RefundCause, { title: string; sentence: string }>> = {
  en: {
    full: {
      title: 'We gave a payment back',
      sentence:
        'This payment was given back to you in full. Your bank may take a few days to show it.',
    },
    duplicate: {
      title: 'We gave a payment back',
      sentence:
        'You had paid for this time already, so this payment was given back to you in full. Your bank may take a few days to show it.',
    },
    part: {
      title: 'We gave a part of a payment back',
      sentence:
        'This part of your payment was given back to you. Your bank may take a few days to show it. Your credits and your subscription stay as they are.',
    },
    disputed: {
      title: 'Your bank took a payment back',
      sentence:
        'Your bank took this payment back from us, so it counts as not paid: unspent credits of it were withdrawn, and a month that was not over has ended. If this is a mistake, please tell your bank.',
    },
    dispute_won: {
      title: 'Your payment stands',
      sentence:
        'Your bank decided that this payment stands. The credits that were withdrawn with it are yours again.',
    },
  },
  pt: {
    full: {
      title: 'Devolvemos um pagamento',
      sentence:
        'Este pagamento foi devolvido por inteiro. Seu banco pode levar alguns dias para mostrar.',
    },
    duplicate: {
      title: 'Devolvemos um pagamento',
      sentence:
        'Você já tinha pago este período, por isso este pagamento foi devolvido por inteiro. Seu banco pode levar alguns dias para mostrar.',
    },
    part: {
      title: 'Devolvemos parte de um pagamento',
      sentence:
        'Esta parte do seu pagamento foi devolvida. Seu banco pode levar alguns dias para mostrar. Seus créditos e sua assinatura continuam como estão.',
    },
    disputed: {
      title: 'Seu banco estornou um pagamento',
      sentence:
        'Seu banco tomou este pagamento de volta, por isso ele conta como não pago: os créditos não usados dele foram retirados, e um mês que não tinha acabado terminou. Se for um engano, avise seu banco.',
    },
    dispute_won: {
      title: 'Seu pagamento vale',
      sentence:
        'Seu banco decidiu que este pagamento vale. Os créditos retirados com ele são seus de novo.',
    },
  },
  es: {
    full: {
      title: 'Te devolvimos un pago',
      sentence:
        'Este pago se te devolvió por completo. Tu banco puede tardar unos días en mostrarlo.',
    },
    duplicate: {
      title: 'Te devolvimos un pago',
      sentence:
        'Ya habías pagado este período, así que este pago se te devolvió por completo. Tu banco puede tardar unos días en mostrarlo.',
    },
    part: {
      title: 'Te devolvimos parte de un pago',
      sentence:
        'Esta parte de tu pago se te devolvió. Tu banco puede tardar unos días en mostrarlo. Tus créditos y tu suscripción siguen como están.',
    },
    disputed: {
      title: 'Tu banco retiró un pago',
      sentence:
        'Tu banco nos retiró este pago, así que cuenta como no pagado: sus créditos sin usar se retiraron, y un mes que no había terminado se acabó. Si es un error, avisa a tu banco.',
    },
    dispute_won: {
      title: 'Tu pago es válido',
      sentence:
        'Tu banco decidió que este pago es válido. Los créditos que se retiraron con él vuelven a ser tuyos.',
    },
  },
}

/** Texts for professionals about payments, the subscription and leads. rule: money-notices */
export const MONEY_TEXTS: Record<Language, MoneyTexts> = {
  en: {
    labels: {
      someone: 'A client',
      item: 'For',
      amount: 'Amount',
      invoice: 'Invoice',
      until: 'Until',
      renews: 'Renews on',
      paid_until: 'Paid until',
      see_invoice: 'See the invoice',
      see_leads: 'See my leads',
      see_dashboard: 'Open dashboard',
    },
    items: { subscription: 'Monthly subscription', lead: 'Single lead' },
    events: {
      receipt: ({ isLead }) => ({
        title: 'We received your payment',
        sentence: isLead
          ? 'Thank you. One lead credit is yours; a client who waits is open now.'
          : 'Thank you. Your subscription is paid, and five lead credits are yours.',
      }),
      renewal: ({ date }) => ({
        title: `Your subscription renews on ${date}`,
        sentence: `On ${date} your subscription is charged for the next month. You do not have to do anything; if you want to stop, cancel on your dashboard before then.`,
      }),
      payment_failed: ({ isLead, date }) => ({
        title: 'Your payment did not go through',
        sentence: isLead
          ? 'The lead you wanted to buy was not paid, and nothing was charged. You can try again on your dashboard.'
          : `The renewal of your subscription could not be charged. We try again by ourselves until ${date}; until then clients find you as before.`,
      }),
      cancelled: ({ date }) => ({
        title: `Your subscription ends on ${date}`,
        sentence: `You cancelled your subscription. Your account stays active until ${date}, nothing more is charged, and credits you have left stay yours.`,
      }),
      lapsed: ({ isUnpaid }) => ({
        title: 'Your account is inactive now',
        sentence: isUnpaid
          ? 'The renewal could not be charged, so clients no longer find you in search. Credits you have left stay yours, and you can subscribe again at any time.'
          : 'Your subscription has ended, so clients no longer find you in search. Credits you have left stay yours, and you can subscribe again at any time.',
      }),
      refund: ({ refund }) => REFUNDS.en[refund],
      lead_received: ({ client, isLocked }) => ({
        title: `${client} contacted you`,
        sentence: isLocked
          ? `${client} is a new client, and you have no lead credits left. The conversation opens as soon as a credit comes; you can buy one on your dashboard.`
          : `${client} is a new client. One lead credit opened the conversation, once and for ever.`,
      }),
      lead_returned: ({ client, returnReason = 'no_word' }) => ({
        title: 'A lead credit is back',
        sentence: {
          silent: `${client} stayed silent for 72 hours after you answered, so the credit is yours again.`,
          no_word: `${client} neither wrote nor booked within 72 hours, so the credit is yours again.`,
          cancelled_early: `${client} cancelled the visit within 24 hours of the first contact, so the credit is yours again.`,
          client_suspended: `The request of ${client} was not genuine, so the credit is yours again.`,
        }[returnReason],
      }),
    },
  },
  pt: {
    labels: {
      someone: 'Um cliente',
      item: 'Referente a',
      amount: 'Valor',
      invoice: 'Fatura',
      until: 'Até',
      renews: 'Renova em',
      paid_until: 'Pago até',
      see_invoice: 'Ver a fatura',
      see_leads: 'Ver meus contatos',
      see_dashboard: 'Abrir painel',
    },
    items: { subscription: 'Assinatura mensal', lead: 'Contato avulso' },
    events: {
      receipt: ({ isLead }) => ({
        title: 'Recebemos seu pagamento',
        sentence: isLead
          ? 'Obrigado. Um crédito de contato é seu; se um cliente esperava, ele já está aberto.'
          : 'Obrigado. Sua assinatura está paga, e cinco créditos de contato são seus.',
      }),
      renewal: ({ date }) => ({
        title: `Sua assinatura renova em ${date}`,
        sentence: `Em ${date} sua assinatura será cobrada pelo próximo mês. Você não precisa fazer nada; se quiser parar, cancele no painel antes disso.`,
      }),
      payment_failed: ({ isLead, date }) => ({
        title: 'Seu pagamento não foi aprovado',
        sentence: isLead
          ? 'O contato que você queria comprar não foi pago, e nada foi cobrado. Você pode tentar de novo no painel.'
          : `Não foi possível cobrar a renovação da sua assinatura. Vamos tentar de novo até ${date}; até lá os clientes encontram você como antes.`,
      }),
      cancelled: ({ date }) => ({
        title: `Sua assinatura termina em ${date}`,
        sentence: `Você cancelou sua assinatura. Sua conta continua ativa até ${date}, nada mais será cobrado, e os créditos que restam são seus.`,
      }),
      lapsed: ({ isUnpaid }) => ({
        title: 'Sua conta agora está inativa',
        sentence: isUnpaid
          ? 'Não foi possível cobrar a renovação, e os clientes não encontram mais você nas buscas. Os créditos que restam são seus, e você pode assinar de novo quando quiser.'
          : 'Sua assinatura terminou, e os clientes não encontram mais você nas buscas. Os créditos que restam são seus, e você pode assinar de novo quando quiser.',
      }),
      refund: ({ refund }) => REFUNDS.pt[refund],
      lead_received: ({ client, isLocked }) => ({
        title: `${client} entrou em contato com você`,
        sentence: isLocked
          ? `${client} é um cliente novo, e você não tem mais créditos. A conversa abre assim que chegar um crédito; você pode comprar um no painel.`
          : `${client} é um cliente novo. Um crédito abriu a conversa, uma vez e para sempre.`,
      }),
      lead_returned: ({ client, returnReason = 'no_word' }) => ({
        title: 'Um crédito voltou para você',
        sentence: {
          silent: `${client} ficou 72 horas em silêncio depois da sua resposta, então o crédito é seu de novo.`,
          no_word: `${client} não escreveu nem agendou em 72 horas, então o crédito é seu de novo.`,
          cancelled_early: `${client} cancelou a visita em até 24 horas depois do primeiro contato, então o crédito é seu de novo.`,
          client_suspended: `O pedido de ${client} não era verdadeiro, então o crédito é seu de novo.`,
        }[returnReason],
      }),
    },
  },
  es: {
    labels: {
      someone: 'Un cliente',
      item: 'Concepto',
      amount: 'Importe',
      invoice: 'Factura',
      until: 'Hasta el',
      renews: 'Se renueva el',
      paid_until: 'Pagado hasta el',
      see_invoice: 'Ver la factura',
      see_leads: 'Ver mis contactos',
      see_dashboard: 'Abrir panel',
    },
    items: { subscription: 'Suscripción mensual', lead: 'Contacto individual' },
    events: {
      receipt: ({ isLead }) => ({
        title: 'Recibimos tu pago',
        sentence: isLead
          ? 'Gracias. Un crédito de contacto es tuyo; si un cliente esperaba, ya está abierto.'
          : 'Gracias. Tu suscripción está pagada y cinco créditos de contacto son tuyos.',
      }),
      renewal: ({ date }) => ({
        title: `Tu suscripción se renueva el ${date}`,
        sentence: `El ${date} se cobrará el próximo mes de tu suscripción. No tienes que hacer nada; si quieres parar, cancela en tu panel antes de ese día.`,
      }),
      payment_failed: ({ isLead, date }) => ({
        title: 'Tu pago no se realizó',
        sentence: isLead
          ? 'El contacto que querías comprar no se pagó y no se cobró nada. Puedes intentarlo de nuevo en tu panel.'
          : `No se pudo cobrar la renovación de tu suscripción. Lo intentaremos de nuevo hasta el ${date}; mientras tanto los clientes te encuentran como antes.`,
      }),
      cancelled: ({ date }) => ({
        title: `Tu suscripción termina el ${date}`,
        sentence: `Cancelaste tu suscripción. Tu cuenta sigue activa hasta el ${date}, no se cobrará nada más y los créditos que te quedan son tuyos.`,
      }),
      lapsed: ({ isUnpaid }) => ({
        title: 'Tu cuenta ahora está inactiva',
        sentence: isUnpaid
          ? 'No se pudo cobrar la renovación, y los clientes ya no te encuentran en las búsquedas. Los créditos que te quedan son tuyos y puedes suscribirte de nuevo cuando quieras.'
          : 'Tu suscripción terminó, y los clientes ya no te encuentran en las búsquedas. Los créditos que te quedan son tuyos y puedes suscribirte de nuevo cuando quieras.',
      }),
      refund: ({ refund }) => REFUNDS.es[refund],
      lead_received: ({ client, isLocked }) => ({
        title: `${client} te contactó`,
        sentence: isLocked
          ? `${client} es un cliente nuevo y ya no te quedan créditos. La conversación se abre en cuanto llegue un crédito; puedes comprar uno en tu panel.`
          : `${client} es un cliente nuevo. Un crédito abrió la conversación, una vez y para siempre.`,
      }),
      lead_returned: ({ client, returnReason = 'no_word' }) => ({
        title: 'Un crédito volvió a ti',
        sentence: {
          silent: `${client} guardó silencio 72 horas después de tu respuesta, así que el crédito es tuyo otra vez.`,
          no_word: `${client} no escribió ni reservó en 72 horas, así que el crédito es tuyo otra vez.`,
          cancelled_early: `${client} canceló la visita en las 24 horas siguientes al primer contacto, así que el crédito es tuyo otra vez.`,
          client_suspended: `La solicitud de ${client} no era auténtica, así que el crédito es tuyo otra vez.`,
        }[returnReason],
      }),
    },
  },
}
