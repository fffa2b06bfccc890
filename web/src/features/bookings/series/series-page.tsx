import { useState } from 'react'
import type { Role } from '#contract/product.ts'
import type { Series } from '#contract/bookings/series.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { visitAddress } from '../list/booking-address.ts'
import { useSeriesTexts } from '../dialog/series-texts.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { threadAddress } from '#web/router/message-addresses.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { ChangePanel } from './change-panel.tsx'
import { EndDialog } from './end-dialog.tsx'
import { nameOfOther } from './other-side.ts'
import { PauseDialog } from './pause-dialog.tsx'
import { SeriesBadges, SeriesWork } from './series-facts.tsx'
import { useResume } from './series.api.ts'
import { SeriesTerms } from './series-terms.tsx'
import { SeriesVisits } from './series-visits.tsx'

type SeriesPageProps = { series: Series; reader: Role }

/** Regular visits: what was agreed, the next 8 dates, and what this side can do. rule: series */
export function SeriesPage({ series, reader }: SeriesPageProps) {
  const { t } = useTranslation(['series', 'bookings'])
  const { every } = useSeriesTexts()
  return (
    <article className="flex flex-col gap-8">
      <header className="flex flex-col items-start gap-3">
        <SeriesBadges series={series} />
        <h1 className="text-2xl md:text-3xl">{every(series)}</h1>
        <div>
          <p className="font-medium wrap-anywhere">{nameOfOther(series)}</p>
          <p className="text-soft">
            <SeriesWork series={series} />
          </p>
        </div>
        {series.change && <ChangePanel series={series} change={series.change} reader={reader} />}
        <Actions series={series} reader={reader} />
      </header>
      {series.status !== 'ended' || series.visits.length > 0 ? (
        <SeriesVisits series={series} reader={reader} />
      ) : null}
      <section className="card p-4 md:p-5">
        <h2 className="mb-2 text-xl">{t('bookings:details')}</h2>
        <SeriesTerms series={series} />
      </section>
    </article>
  )
}

function Actions({ series, reader }: SeriesPageProps) {
  const { t } = useTranslation(['series', 'bookings'])
  const [dialog, setDialog] = useState<'pause' | 'end'>()
  const { may, professional, status, visits } = series
  const close = () => setDialog(undefined)
  const request = status === 'requested' ? visits.find(({ booking_id }) => booking_id) : undefined
  return (
    <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:grow">
      {professional && (
        <ButtonLink href={threadAddress(professional.user_id)} look="quiet">
          {t('bookings:message')}
        </ButtonLink>
      )}
      {request?.booking_id && (
        <ButtonLink
          look="quiet"
          href={
            reader === 'client' ? visitAddress(request.booking_id) : dashboardAddress('bookings')
          }
        >
          {t('bookings:details')}
        </ButtonLink>
      )}
      {may.includes('pause') && (
        <Button look="quiet" onClick={() => setDialog('pause')}>
          {t('pause.open')}
        </Button>
      )}
      {may.includes('resume') && <ResumeButton id={series.id} />}
      {may.includes('end') && (
        <Button look="danger" onClick={() => setDialog('end')}>
          {t('end.open')}
        </Button>
      )}
      {dialog === 'pause' && <PauseDialog id={series.id} all={[series]} onClose={close} />}
      {dialog === 'end' && <EndDialog series={series} onClose={close} />}
    </div>
  )
}

function ResumeButton({ id }: { id: string }) {
  const { t } = useTranslation('series')
  const refusalText = useRefusalText()
  const resume = useResume(id)
  const failure = useFailureToast()
  const send = async () => {
    failure.clear()
    try {
      await resume.mutateAsync()
      toast.success(t('pause.resumed'))
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  return (
    <Button look="quiet" busy={resume.isPending} onClick={() => void send()}>
      {t('pause.resume')}
    </Button>
  )
}
