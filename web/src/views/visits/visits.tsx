import { lazy, Suspense } from 'react'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { VisitScreen } from '#web/features/visits/day/visit-screen.tsx'
import { visitAddress } from '#web/features/bookings/list/booking-address.ts'
import { defineView } from '#web/router/view.ts'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'

// The page of a visit does without their code.
const AgreementScreen = lazy(() =>
  importWithRetries(() => import('#web/features/bookings/agreements/agreement-screen.tsx')),
)
const ReceiptScreen = lazy(() =>
  importWithRetries(() => import('#web/features/visits/day/receipt-screen.tsx')),
)
const ProblemScreen = lazy(() =>
  importWithRetries(() => import('#web/features/visits/problems/problem-screen.tsx')),
)

/** The papers of a visit, and the titles of their pages. */
const TITLES = { agreement: 'agreements:title', receipt: 'hours:receipt.title' } as const
const isPaper = (name: string): name is keyof typeof TITLES => Object.hasOwn(TITLES, name)

// One view for a visit and its papers, because each costs the first view of every page some bytes. rule: first-view
defineView<'id' | 'paper' | 'pattern'>('visits', {
  head: ({ t, params: { paper }, search }) => {
    if (paper) return { title: t(isPaper(paper) ? TITLES[paper] : 'visits:title') }
    return { title: t(search.has('problem') ? 'problems:title' : 'visits:title') }
  },
  redirect: ({ params: { id, paper, pattern } }) =>
    pattern === '/bookings/:id' || (paper && !isPaper(paper)) ? visitAddress(id) : undefined,
  Component: ({ params: { id, paper }, search }) => {
    const problem = search.get('problem')
    if (!paper && !problem) return <VisitScreen id={id} />
    return (
      <Suspense fallback={<RowsSkeleton />}>
        {paper === 'agreement' && <AgreementScreen id={id} />}
        {paper === 'receipt' && <ReceiptScreen id={id} />}
        {!paper && problem && <ProblemScreen id={problem} bookingId={id} />}
      </Suspense>
    )
  },
})
