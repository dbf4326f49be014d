import { testGoldens } from '../goldens.ts';

testGoldens('bytes');
