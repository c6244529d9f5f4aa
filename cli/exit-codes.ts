import type { Level } from '../analysis/changes/types.ts'

/** Ends of the command. Those from 64 on are what sysexits.h calls them. */
export const EXIT = {
  /** Nothing changed, or nothing at the level that `--fail-on` names or above. */
  ok: 0,
  /** The highest level of what changed. */
  patch: 1,
  minor: 2,
  major: 3,
  /** Something was found at the severity that `--fail-severity` names or above. */
  findings: 1,
  /** The command was called wrongly. */
  usage: 64,
  /** A file is not what it should be. */
  data: 65,
  /** A file is not there, or cannot be opened. */
  noInput: 66,
  /** The server cannot be reached, or does not answer as it should. */
  unavailable: 69,
  /** A mistake of ours. */
  software: 70,
  /** Not now: the server has too much to do, or has not finished. */
  later: 75,
  /** The server refuses what was asked with this token. */
  refused: 77,
} as const satisfies Record<Level, number> & Record<string, number>
