module github.com/understudy-entra/understudytest

go 1.19
