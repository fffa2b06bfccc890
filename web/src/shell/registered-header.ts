import type { ReactNode } from 'react'
import type { User } from '#contract/people/identity.ts'
import type { takeOwnPage as TakeOwnPage } from './own-page.ts'

type SignedInHeader = (props: { user: User }) => ReactNode

/** The header's part for signed-in users, once its code is loaded: a chunk of several modules has no default export. */
export const registered: { header?: SignedInHeader; own?: typeof TakeOwnPage } = {}
