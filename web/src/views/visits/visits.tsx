import { AgreementScreen } from '#web/features/bookings/agreements/agreement-screen.tsx'
import { ProblemScreen } from '#web/features/visits/problems/problem-screen.tsx'
import { ReceiptScreen } from '#web/features/visits/day/receipt-screen.tsx'
import { VisitScreen } from '#web/features/visits/day/visit-screen.tsx'
import { visitAddress } from '#web/features/bookings/list/booking-address.ts'
import { defineView } from '#web/router/view.ts'

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
    if (paper === 'agreement') return <AgreementScreen id={id} />
    if (paper === 'receipt') return <ReceiptScreen id={id} />
    const problem = search.get('problem')
    return problem ? <ProblemScreen id={problem} bookingId={id} /> : <VisitScreen id={id} />
  },
})
