import { useState } from 'react'
import { ACCESS_FIELDS } from '#contract/visits/access-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useConfirmation } from '#web/features/people/use-confirmation.tsx'
import { HOMES } from '#web/features/market/homes/home-address.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { useNow } from '#web/ui/states/use-now.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { CardPart } from '#web/ui/folded-part.tsx'
import { useOpenAccess } from './access.api.ts'
import { useShownValues } from './use-shown-values.ts'

/** The access details of a visit, for both sides. `isFolded`: they are a row that opens. rule: access-details */
export function VisitAccess({ visit, isFolded }: { visit: Visit; isFolded: boolean }) {
  const { t } = useTranslation('access')
  const isClient = useUser()?.role === 'client'
  if (visit.access.saved.length === 0) return null
  return (
    <CardPart title={t('title')} isFolded={isFolded} anchor="access">
      {isClient ? <OfClient visit={visit} /> : <OfProfessional visit={visit} />}
    </CardPart>
  )
}

function OfProfessional({ visit }: { visit: Visit }) {
  const { t } = useTranslation(['access', 'errors'])
  const { access, may, time_zone, booking_id: id } = visit
  const api = useApi()
  const format = useFormat()
  const refusalText = useRefusalText()
  const shown = useShownValues()
  const { confirmFirst, dialog } = useConfirmation()
  const [problem, setProblem] = useState<string>()
  const [isLoading, setIsLoading] = useState(false)
  const now = useNow()
  const show = async () => {
    setProblem(undefined)
    setIsLoading(true)
    try {
      const look = () => api.call('POST /api/bookings/{id}/access/view', { params: { id } })
      const answer = await confirmFirst(look)
      if (!answer) return
      const { closes_at: _, ...values } = answer
      shown.show(values)
    } catch (error) {
      setProblem(error instanceof ConnectionLost ? t('visit.offline') : refusalText(error))
    } finally {
      setIsLoading(false)
    }
  }
  if (!access.open) return <p>{t('errors:access_ended')}</p>
  if (!may.includes('view_access')) {
    if (now < new Date(access.opens_at)) {
      return <p>{t('visit.opens', { time: format.visit(access.opens_at, time_zone) })}</p>
    }
    // A visit that was stored before the access opened does not know it: then the server decides.
    if (now >= new Date(access.closes_at)) return <p>{t('errors:access_over')}</p>
  }
  const { values } = shown
  return (
    <>
      {values && (
        <dl aria-live="polite" className="flex flex-col gap-3">
          {ACCESS_FIELDS.filter((field) => values[field] !== null).map((field) => (
            <div key={field}>
              <dt className="font-medium">{t(`fields.${field}`)}</dt>
              <dd className="text-lg wrap-anywhere whitespace-pre-wrap">{values[field]}</dd>
            </div>
          ))}
        </dl>
      )}
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      <Button
        look={values ? 'quiet' : 'primary'}
        className="w-full sm:w-auto sm:self-start"
        busy={isLoading}
        onClick={() => (values ? shown.hide() : void show())}
      >
        {t(values ? 'hide' : 'visit.show')}
      </Button>
      <p className="text-sm text-soft">
        {t('visit.closes', { time: format.visit(access.closes_at, time_zone) })}
      </p>
      {dialog}
    </>
  )
}

function OfClient({ visit }: { visit: Visit }) {
  const { t } = useTranslation('access')
  const { access, may, time_zone, booking_id: id, other } = visit
  const format = useFormat()
  const refusalText = useRefusalText()
  const { mutate, isPending, error } = useOpenAccess(id)
  const fields = access.saved.map((field) => t(`fields.${field}`)).join(', ')
  return (
    <>
      <p>{t('visit.saved', { fields })}</p>
      {access.open && (
        <p>
          {t('visit.open', {
            name: firstNameOf(other.name),
            from: format.visit(access.opens_at, time_zone),
            to: format.visit(access.closes_at, time_zone),
          })}
        </p>
      )}
      {/* A block by the other side closes it too, and is told to nobody. */}
      {may.includes('open_access') && <p>{t('visit.ended')}</p>}
      {access.viewed_at.length > 0 && (
        <div>
          <h3 className="font-semibold">{t('who_looked')}</h3>
          <ul>
            {access.viewed_at.map((at) => (
              <li key={at} className="wrap-anywhere">
                {t('looked', { name: firstNameOf(other.name), time: format.visit(at, time_zone) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {error && <MessageBox tone="problem">{refusalText(error)}</MessageBox>}
      {may.includes('end_access') && (
        <Button
          look="quiet"
          className="w-full sm:w-auto sm:self-start"
          busy={isPending}
          onClick={() => mutate(false)}
        >
          {t('visit.end')}
        </Button>
      )}
      {may.includes('open_access') && (
        <Button
          look="quiet"
          className="w-full sm:w-auto sm:self-start"
          busy={isPending}
          onClick={() => mutate(true)}
        >
          {t('visit.reopen')}
        </Button>
      )}
      <p>
        <TextLink href={HOMES}>{t('visit.homes')}</TextLink>
      </p>
    </>
  )
}
