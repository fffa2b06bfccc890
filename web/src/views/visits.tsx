import { AgreementScreen } from '#web/features/agreements/agreement-screen.tsx'
import { ProblemScreen } from '#web/features/problems/problem-screen.tsx'
import { VisitScreen } from '#web/features/visits/visit-screen.tsx'
import { defineView } from '#web/router/view.ts'

const AGREEMENT = 'agreement'

// One view for a visit and its papers, because each costs the first view of every page some bytes. rule: home-weight
defineView<'id' | 'paper'>('visits', {
  head: ({ t, params: { paper }, search }) => {
    if (paper) return { title: t('agreements:title') }
    return { title: t(search.has('problem') ? 'problems:title' : 'visits:title') }
  },
  redirect: ({ params: { id, paper } }) =>
    paper && paper !== AGREEMENT ? `/visits/${id}` : undefined,
  Component: ({ params: { id, paper }, search }) => {
    if (paper === AGREEMENT) return <AgreementScreen id={id} />
    const problem = search.get('problem')
    return problem ? <ProblemScreen id={problem} bookingId={id} /> : <VisitScreen id={id} />
  },
})
