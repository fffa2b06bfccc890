import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Home } from '#contract/market/homes.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { AccessPart } from '#web/features/visits/access/access-part.tsx'
import { HomePhotosPart } from '#web/features/visits/access/home-photos.tsx'
import { NewHomeParts, useNewHomeParts } from '#web/features/visits/access/new-home-parts.tsx'
import { clientBookingQuery } from '#web/features/bookings/list/bookings.api.ts'
import { DeleteHome } from '#web/features/market/homes/delete-home.tsx'
import { HOMES, homeAddress, NEW_HOME } from '#web/features/market/homes/home-address.ts'
import { HomeForm } from '#web/features/market/homes/home-form.tsx'
import { HomeList } from '#web/features/market/homes/home-list.tsx'
import { useHomeTexts } from '#web/features/market/homes/home-texts.ts'
import { homeQuery } from '#web/features/market/homes/homes.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { toast } from '#web/ui/states/toast-store.ts'

// One view, because each costs the first view of every page some bytes. rule: first-view
defineView<'id'>('homes', {
  head: ({ t, params: { id } }) => ({
    title: t(id ? (id === NEW_ID ? 'homes:new' : 'homes:one') : 'homes:title'),
  }),
  Component: Homes,
})

/** A client's saved homes, the form for a new one, or one of them. rule: homes */
function Homes({ params: { id }, search }: ViewProps<'id'>) {
  if (!id) return <AllHomes />
  return id === NEW_ID ? <NewHome search={search} /> : <SavedHome id={id} />
}

const NEW_ID = NEW_HOME.slice(HOMES.length + 1)

function AllHomes() {
  const { t } = useTranslation(['homes', 'bookings'])
  const user = useUser()
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      <TextLink href="/bookings">{t('bookings:mine.title')}</TextLink>
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      {user && <HomeList clientId={user.id} />}
    </div>
  )
}

/** The form for a new home; with `booking` it has the address of that visit. rule: homes, home-of-booking */
function NewHome({ search }: Pick<ViewProps, 'search'>) {
  const { t } = useTranslation(['homes', 'visits', 'access'])
  const user = useUser()
  const [, navigate] = useLocation()
  const parts = useNewHomeParts()
  const id = search.get('booking') ?? ''
  const query = useQuery({ ...clientBookingQuery(useApi(), id), enabled: id !== '' })
  // A visit that has a home keeps it, and one that is not found gives no address.
  const isGone = query.error instanceof Refusal && query.error.status === 404
  const booking = query.data?.home === null ? query.data : undefined
  return (
    <div className="page flex max-w-240 flex-col gap-6">
      <TextLink href={HOMES}>{t('back')}</TextLink>
      <h1 className="text-2xl md:text-3xl">{t('new')}</h1>
      {id !== '' && !query.data && !isGone ? (
        // Without the visit's address the home would not belong to it.
        <QueryState query={query} failed={t('visits:failed')}>
          {() => null}
        </QueryState>
      ) : (
        user && (
          <HomeForm
            clientId={user.id}
            {...(booking ? { booking } : {})}
            isBusy={parts.isPending}
            onSaved={({ id: saved }) =>
              parts.send(saved, (isComplete) => {
                if (!isComplete) toast.problem(t('access:not_added'))
                navigate(homeAddress(saved), { replace: true })
              })
            }
          >
            <NewHomeParts parts={parts} />
          </HomeForm>
        )
      )}
    </div>
  )
}

function SavedHome({ id }: { id: string }) {
  const { t } = useTranslation('homes')
  const query = useQuery(homeQuery(useApi(), id))
  if (query.error instanceof Refusal && query.error.status === 404) return <NotFound />
  return (
    <div className="page flex max-w-240 flex-col gap-6">
      <TextLink href={HOMES}>{t('back')}</TextLink>
      {!query.data && <h1 className="text-2xl md:text-3xl">{t('one')}</h1>}
      <QueryState query={query} failed={t('failed')}>
        {(home) => <Loaded key={home.id} home={home} />}
      </QueryState>
    </div>
  )
}

/** rule: homes */
function Loaded({ home }: { home: Home }) {
  const user = useUser()
  const [, navigate] = useLocation()
  const { name } = useHomeTexts()
  return (
    <>
      <h1 className="text-2xl wrap-anywhere md:text-3xl">{name(home)}</h1>
      {user && (
        <HomeForm clientId={user.id} home={home} onSaved={() => {}}>
          <div className="card divide-y divide-line">
            <HomePhotosPart home={home} />
            <AccessPart home={home} />
          </div>
        </HomeForm>
      )}
      {user && (
        <DeleteHome
          clientId={user.id}
          id={home.id}
          onDeleted={() => navigate(HOMES, { replace: true })}
        />
      )}
    </>
  )
}

function NotFound() {
  const { t } = useTranslation('homes')
  return (
    <div className="page flex flex-col gap-6">
      <h1 className="sr-only">{t('one')}</h1>
      <EmptyState
        drawing={emptySignedIn.noBookings}
        title={t('not_found')}
        action={<ButtonLink href={HOMES}>{t('back')}</ButtonLink>}
      >
        {t('not_found_help')}
      </EmptyState>
    </div>
  )
}
