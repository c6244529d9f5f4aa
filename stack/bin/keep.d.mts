export declare const DEFECT: number
export declare function keep(node: string, program: string, args: string[]): void
export declare function again(args: string[], port: number | undefined): string[]
