import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { createNotice } from './create-notice.ts'
import type { Notice, NoticeTopicDefinition } from './notice.ts'

/**
 * The job that notifies a professional of an operator's decision on their background check. rule: verification-notices
 */
export async function notifyOfVerification(
  { db, clock }: Context,
  { event_id }: { event_id: string },
): Promise<void> {
  const decision = await loadDecision(db, event_id)
  if (!decision) return
  const { subject_id: userId, data } = decision
  const kind = decision.kind === 'verification.approved' ? decision.kind : 'verification.rejected'
  await db.transaction().execute((tx) =>
    createNotice(tx, {
      userId,
      kind,
      key: `${kind} ${event_id}`,
      at: clock.now(),
      data: { reason: reasonIn(data) },
    }),
  )
}

function loadDecision(db: Db, eventId: string) {
  return db
    .selectFrom('events')
    .select(['kind', 'subject_id', 'data'])
    .where('id', '=', eventId)
    .where('kind', 'in', ['verification.approved', 'verification.rejected'])
    .executeTakeFirst()
}

function reasonIn(data: unknown): string | null {
  const reason = (data as { reason?: unknown }).reason
  return typeof reason === 'string' ? reason : null
}

export const verificationNotices: NoticeTopicDefinition = {
  compose({ kind, data }, { language, role }) {
    if (role !== 'professional') return undefined
    const decision = kind === 'verification.approved' ? 'approved' : 'rejected'
    const { [decision]: texts, reason: reasonLabel } = TEXTS[language]
    const { button, ...titleAndSentence } = texts
    const reason = data['reason']
    return {
      ...titleAndSentence,
      facts: decision === 'rejected' && typeof reason === 'string' ? [[reasonLabel, reason]] : [],
      button: {
        label: button,
        path: decision === 'approved' ? '/dashboard' : '/dashboard?open=verify',
      },
    }
  },
  isStillTrue: isLatestDecision,
}

/**
 * Whether the decision stands and no later one was announced. A rejected professional may have given their number
 * again.
 */
async function isLatestDecision(db: Db, { user_id, kind, at }: Notice): Promise<boolean> {
  const profile = await db
    .selectFrom('professionals')
    .where('user_id', '=', user_id)
    .select(({ exists, selectFrom }) => [
      'background_check_status',
      exists(
        selectFrom('notices')
          .select('notices.id')
          .where('notices.user_id', '=', user_id)
          .where('notices.kind', 'in', ['verification.approved', 'verification.rejected'])
          .where('notices.at', '>', at),
      ).as('announced_later'),
    ])
    .executeTakeFirst()
  return kind === `verification.${profile?.background_check_status}` && !profile?.announced_later
}

type VerificationTexts = Record<
  'approved' | 'rejected',
  { title: string; sentence: string; button: string }
> & {
  reason: string
}

/** The texts of the notice of an approved check. */
export function approvalNoticeTexts(language: Language) {
  return TEXTS[language].approved
}

const TEXTS: Record<Language, VerificationTexts> = {
  en: {
    approved: {
      title: 'Your background check is approved',
      sentence:
        'Clients now see the badge on your profile and next to your name in search. There is nothing more for you to do.',
      button: 'Open dashboard',
    },
    rejected: {
      title: 'Your background check was not approved',
      sentence:
        'If a digit was wrong, give your number again: our team then looks at it in person. You can work here just the same, without the badge, and clients are not told.',
      button: 'Give my number again',
    },
    reason: 'What our team wrote',
  },
  pt: {
    approved: {
      title: 'Seus antecedentes foram aprovados',
      sentence:
        'Agora os clientes veem o selo no seu perfil e ao lado do seu nome nas buscas. Você não precisa fazer mais nada.',
      button: 'Abrir painel',
    },
    rejected: {
      title: 'Sua verificação não foi aprovada',
      sentence:
        'Se algum dígito estava errado, informe seu número de novo: nossa equipe confere pessoalmente. Você trabalha aqui do mesmo jeito, só que sem o selo, e os clientes não ficam sabendo.',
      button: 'Informar meu número de novo',
    },
    reason: 'O que nossa equipe escreveu',
  },
  es: {
    approved: {
      title: 'Tus antecedentes fueron aprobados',
      sentence:
        'Los clientes ya ven la insignia en tu perfil y junto a tu nombre en las búsquedas. No tienes que hacer nada más.',
      button: 'Abrir panel',
    },
    rejected: {
      title: 'Tu verificación no fue aprobada',
      sentence:
        'Si algún dígito estaba mal, da tu número otra vez: nuestro equipo lo revisa en persona. Puedes trabajar aquí igual, solo que sin la insignia, y los clientes no se enteran.',
      button: 'Dar mi número otra vez',
    },
    reason: 'Lo que escribió nuestro equipo',
  },
}
