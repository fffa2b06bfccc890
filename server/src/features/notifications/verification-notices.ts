import { sql } from 'kysely'
import type { Language } from '#contract/product.ts'
import { VERIFICATION_KINDS } from '#contract/verification-rules.ts'
import type { VerificationKind } from '#contract/verification-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { createNotice } from './create-notice.ts'
import type { Notice, NoticeTopicDefinition } from './notice.ts'

/**
 * The job that notifies a professional of an operator's decision on a check of theirs. rule: verification-notices
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
      data: { reason: reasonIn(data), check: checkIn(data) },
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

/** What was checked. Notices of earlier versions are about a number. */
function checkIn(data: unknown): VerificationKind {
  const { kind, check = kind } = data as { kind?: unknown; check?: unknown }
  return VERIFICATION_KINDS.find((known) => known === check) ?? 'ssn'
}

function reasonIn(data: unknown): string | null {
  const reason = (data as { reason?: unknown }).reason
  return typeof reason === 'string' ? reason : null
}

export const verificationNotices: NoticeTopicDefinition = {
  compose({ kind, data }, { language, role }) {
    if (role !== 'professional') return undefined
    const decision = kind === 'verification.approved' ? 'approved' : 'rejected'
    const check = checkIn(data)
    const { [check]: ofCheck, reason: reasonLabel } = TEXTS[language]
    const { button, ...titleAndSentence } = ofCheck[decision]
    const reason = data['reason']
    return {
      ...titleAndSentence,
      facts: decision === 'rejected' && typeof reason === 'string' ? [[reasonLabel, reason]] : [],
      button: {
        label: button,
        path: decision === 'approved' ? '/dashboard' : `/dashboard?open=${OPENS[check]}`,
      },
    }
  },
  isStillTrue: isLatestDecision,
}

const OPENS: Record<VerificationKind, string> = {
  ssn: 'verify',
  identity: 'identity',
  insurance: 'insurance',
}

/**
 * Whether the decision stands and no later one was announced. A rejected professional may have given their number or
 * documents again.
 */
async function isLatestDecision(db: Db, { user_id, kind, at, data }: Notice): Promise<boolean> {
  const check = checkIn(data)
  const { rows } = await sql<{ state: string | null; announced_later: boolean }>`
    select case when ${check} = 'ssn' then background_check_status else (
        select state from document_checks where professional_id = user_id and kind = ${check} and state <> 'replaced'
        order by submitted_at desc, id desc limit 1) end as state,
      exists (select from notices where notices.user_id = professionals.user_id and notices.at > ${at}::timestamptz
        and notices.kind in ('verification.approved', 'verification.rejected')
        and coalesce(notices.data ->> 'check', 'ssn') = ${check}) as announced_later
    from professionals where user_id = ${user_id}::uuid`.execute(db)
  const [row] = rows
  return row !== undefined && kind === `verification.${row.state}` && !row.announced_later
}

/** The texts of the notice of an approved check. */
export function approvalNoticeTexts(language: Language) {
  return TEXTS[language].ssn.approved
}

type Texts = Record<'approved' | 'rejected', { title: string; sentence: string; button: string }>
type VerificationTexts = Record<VerificationKind, Texts> & { reason: string }

const TEXTS: Record<Language, VerificationTexts> = {
  en: {
    ssn: {
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
    },
    identity: {
      approved: {
        title: 'Your identity document is approved',
        sentence: 'Clients now see the badge on your profile. There is nothing more for you to do.',
        button: 'Open dashboard',
      },
      rejected: {
        title: 'Your identity document was not approved',
        sentence:
          'You can send a document again. You can work here just the same, without the badge, and clients are not told.',
        button: 'Send a document again',
      },
    },
    insurance: {
      approved: {
        title: 'Your insurance is approved',
        sentence: 'Clients now see on your profile that you are insured.',
        button: 'Open dashboard',
      },
      rejected: {
        title: 'Your insurance was not approved',
        sentence:
          'You can send the certificate again. You can work here just the same, and clients are not told.',
        button: 'Send the certificate again',
      },
    },
    reason: 'What our team wrote',
  },
  pt: {
    ssn: {
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
    },
    identity: {
      approved: {
        title: 'Seu documento foi aprovado',
        sentence: 'Agora os clientes veem o selo no seu perfil. Você não precisa fazer mais nada.',
        button: 'Abrir painel',
      },
      rejected: {
        title: 'Seu documento não foi aprovado',
        sentence:
          'Você pode enviar um documento de novo. Você trabalha aqui do mesmo jeito, só que sem o selo, e os clientes não ficam sabendo.',
        button: 'Enviar um documento de novo',
      },
    },
    insurance: {
      approved: {
        title: 'Seu seguro foi aprovado',
        sentence: 'Agora os clientes veem no seu perfil que você tem seguro.',
        button: 'Abrir painel',
      },
      rejected: {
        title: 'Seu seguro não foi aprovado',
        sentence:
          'Você pode enviar a apólice de novo. Você trabalha aqui do mesmo jeito, e os clientes não ficam sabendo.',
        button: 'Enviar a apólice de novo',
      },
    },
    reason: 'O que nossa equipe escreveu',
  },
  es: {
    ssn: {
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
    },
    identity: {
      approved: {
        title: 'Tu documento fue aprobado',
        sentence: 'Los clientes ya ven la insignia en tu perfil. No tienes que hacer nada más.',
        button: 'Abrir panel',
      },
      rejected: {
        title: 'Tu documento no fue aprobado',
        sentence:
          'Puedes enviar un documento otra vez. Puedes trabajar aquí igual, solo que sin la insignia, y los clientes no se enteran.',
        button: 'Enviar un documento otra vez',
      },
    },
    insurance: {
      approved: {
        title: 'Tu seguro fue aprobado',
        sentence: 'Los clientes ya ven en tu perfil que tienes seguro.',
        button: 'Abrir panel',
      },
      rejected: {
        title: 'Tu seguro no fue aprobado',
        sentence:
          'Puedes enviar la póliza otra vez. Puedes trabajar aquí igual, y los clientes no se enteran.',
        button: 'Enviar la póliza otra vez',
      },
    },
    reason: 'Lo que escribió nuestro equipo',
  },
}
