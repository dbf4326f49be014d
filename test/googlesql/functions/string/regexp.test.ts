import { testGoldens } from '../goldens.ts';

testGoldens('regexp');
