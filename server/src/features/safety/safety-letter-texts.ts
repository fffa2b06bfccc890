import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { SAFETY_LINK_HOURS } from '#contract/safety-rules.ts'

type Texts = { title: string; sentence: string; button: string; note: string }

type LetterTexts = {
  /** `contact` is asked by the professional `name`. */
  invitation: (contact: string, name: string) => Texts
  /** Instead of a name of which nothing can be shown. */
  somebody: string
  /** `time` names the city. */
  alarm: (name: string, time: string, phone: string) => Texts
  checkedIn: (name: string) => Texts
  timeInCity: (time: string, city: string) => string
  where: string
  stop: string
}

/**
 * The letters to the contact of a professional. Titles, which are their subjects, have no name.
 * rule: safety-contact, safety-alarm, names-to-strangers
 */
export const SAFETY_LETTER_TEXTS: Record<Language, LetterTexts> = {
  en: {
    somebody: 'Somebody',
    invitation: (contact, name) => ({
      title: 'You were named as a safety contact',
      sentence: `Hello${contact && ` ${contact}`}, ${name} cleans homes with ${PRODUCT_NAME} and asked us to write to you if they do not check in after a visit. You need do nothing now.`,
      button: 'Do not write to me',
      note: 'If you do not want this, press the button and confirm: then nobody can name this address as a safety contact.',
    }),
    alarm: (name, time, phone) => ({
      title: 'Safety alert: someone has not checked in',
      sentence: `${name} asked us to write to you if they did not check in by ${time}. Call them at ${phone}. If you cannot reach them, call 911.`,
      button: 'See the address',
      note: `The link shows where ${name} was going. It works for ${SAFETY_LINK_HOURS} hours; please do not pass it on, except to the police.`,
    }),
    checkedIn: (name) => ({
      title: 'Safety alert: they have checked in',
      sentence: `${name} has checked in. You need do nothing more.`,
      button: `About ${PRODUCT_NAME}`,
      note: `You get this because we wrote to you that ${name} had not checked in.`,
    }),
    timeInCity: (time, city) => `${time}, ${city} time`,
    where: 'Where',
    stop: 'Do not write to me',
  },
  pt: {
    somebody: 'Alguém',
    invitation: (contact, name) => ({
      title: 'Indicaram você como contato de segurança',
      sentence: `Olá${contact && `, ${contact}`}! ${name} faz limpeza em casas pela ${PRODUCT_NAME} e pediu que a gente escreva para você se não der notícias depois de uma visita. Você não precisa fazer nada agora.`,
      button: 'Não escrevam para mim',
      note: 'Se você não quiser, use o botão e confirme: depois disso, ninguém mais poderá indicar este endereço como contato de segurança.',
    }),
    alarm: (name, time, phone) => ({
      title: 'Aviso de segurança: alguém ainda não deu notícias',
      sentence: `${name} pediu que a gente escrevesse para você se não desse notícias até ${time}. Ligue para ${phone}. Se ninguém atender, ligue para o 911.`,
      button: 'Ver o endereço',
      note: `O link mostra aonde ${name} ia. Ele funciona por ${SAFETY_LINK_HOURS} horas; não o repasse, a não ser para a polícia.`,
    }),
    checkedIn: (name) => ({
      title: 'Aviso de segurança: a pessoa deu notícias',
      sentence: `${name} deu notícias. Você não precisa fazer mais nada.`,
      button: `Sobre a ${PRODUCT_NAME}`,
      note: `Você recebe este e-mail porque avisamos que ${name} não tinha dado notícias.`,
    }),
    timeInCity: (time, city) => `${time}, horário de ${city}`,
    where: 'Onde',
    stop: 'Não escrevam para mim',
  },
  es: {
    somebody: 'Alguien',
    invitation: (contact, name) => ({
      title: 'Te nombraron contacto de seguridad',
      sentence: `Hola${contact && `, ${contact}`}: ${name} limpia casas con ${PRODUCT_NAME} y nos pidió que te escribamos si no avisa después de una visita. Ahora no tienes que hacer nada.`,
      button: 'No me escriban',
      note: 'Si no lo quieres, pulsa el botón y confirma: después nadie podrá nombrar esta dirección como contacto de seguridad.',
    }),
    alarm: (name, time, phone) => ({
      title: 'Aviso de seguridad: alguien no ha avisado',
      sentence: `${name} nos pidió que te escribiéramos si no avisaba antes de ${time}. Llama al ${phone}. Si no consigues hablar, llama al 911.`,
      button: 'Ver la dirección',
      note: `El enlace muestra adónde iba ${name}. Funciona durante ${SAFETY_LINK_HOURS} horas; no lo compartas, salvo con la policía.`,
    }),
    checkedIn: (name) => ({
      title: 'Aviso de seguridad: la persona ya avisó',
      sentence: `${name} ya avisó. No tienes que hacer nada más.`,
      button: `Sobre ${PRODUCT_NAME}`,
      note: `Recibes este correo porque te escribimos que ${name} no había avisado.`,
    }),
    timeInCity: (time, city) => `${time}, hora de ${city}`,
    where: 'Dónde',
    stop: 'No me escriban',
  },
}
