/** The version of the package, which the build inserts. */
declare const __VERSION__: string;
