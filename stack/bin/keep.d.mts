export declare const DEFECT: number
export interface RestartLimits {
  restarts: number
  withinMs: number
  pauseMs: number
}
export declare function keep(node: string, program: string, args: string[], limits?: RestartLimits): void
export declare function again(args: string[], port: number | undefined): string[]
