/** A reason not to start, in one line that a person can act on. It holds no secret. */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}
